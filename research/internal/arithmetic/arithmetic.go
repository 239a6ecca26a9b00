// Package arithmetic names what the last digits of results depend on besides the code:
// the kind of machine, as far as its floating-point operations round differently.
package arithmetic

import (
	"runtime"

	"golang.org/x/sys/cpu"
)

// Kind returns the name of the arithmetic of this process, such as "amd64+fma": the
// architecture; "fused" where the compiler turns x*y+z into one operation (arm64, or amd64
// built with GOAMD64=v3); "fma" where math.Exp does on amd64; "noasm" without the assembly
// of gonum. Results of processes of the same kind are the same bit by bit. AVX2 is not in
// it: the kernels that use it give what the same kernels in Go give.
func Kind() string {
	kind := runtime.GOARCH
	if fuses(1+1.0/(1<<30), 1-1.0/(1<<30), -1) {
		kind += "+fused"
	}
	if runtime.GOARCH == "amd64" && cpu.X86.HasAVX && cpu.X86.HasFMA {
		kind += "+fma"
	}
	if noasm {
		kind += "+noasm"
	}
	return kind
}

// fuses reports whether x*y+z has one rounding, for numbers where that shows.
//
//go:noinline
func fuses(x, y, z float64) bool { return x*y+z != float64(x*y)+z }
