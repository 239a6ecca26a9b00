// Package stopping simulates sequential tests: their errors, power and stopping times
// on normal differences and on the UCI letter data (thesis §5.6 to §5.9).
package stopping
