//go:build !race

package numtest

const raced = false
