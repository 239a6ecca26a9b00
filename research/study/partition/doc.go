// Package partition compares partition sets: block-regularized with random ones, and
// what conditions on labels cost.
package partition
