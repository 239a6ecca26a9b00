// Package mcnemar reproduces the paper on the 5 x 2 BCV McNemar test.
package mcnemar
