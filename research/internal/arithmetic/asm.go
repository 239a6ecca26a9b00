//go:build !noasm

package arithmetic

const noasm = false
