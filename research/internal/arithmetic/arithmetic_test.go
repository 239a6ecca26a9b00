package arithmetic

import (
	"math"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"testing"

	"golang.org/x/sys/cpu"
)

func TestKind(t *testing.T) {
	kind := Kind()
	if !strings.HasPrefix(kind, runtime.GOARCH) || strings.Contains(kind, "noasm") != noasm {
		t.Error(kind)
	}
	switch runtime.GOARCH {
	case "arm64", "ppc64", "ppc64le", "s390x", "riscv64", "loong64":
		if !strings.Contains(kind, "+fused") {
			t.Errorf("%s, but Go fuses there", kind)
		}
	case "386", "wasm", "arm":
		if kind != strings.TrimSuffix(kind, "+fused") {
			t.Errorf("%s, but Go does not fuse there", kind)
		}
	}
}

// Without its fused instructions the processor is of another kind, and math.Exp shows why.
func TestKindWithoutFMA(t *testing.T) {
	const child = "BCV_TEST_WITHOUT_FMA"
	if os.Getenv(child) != "" {
		if strings.Contains(Kind(), "+fma") {
			t.Errorf("%s without FMA", Kind())
		}
		os.Stdout.WriteString(exps())
		return
	}
	if runtime.GOARCH != "amd64" || !cpu.X86.HasAVX || !cpu.X86.HasFMA {
		t.Skip("a processor without FMA")
	}
	c := exec.Command(os.Args[0], "-test.run=^TestKindWithoutFMA$")
	c.Env = append(os.Environ(), child+"=1", "GODEBUG=cpu.fma=off")
	out, err := c.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if !strings.Contains(Kind(), "+fma") || strings.HasPrefix(string(out), exps()) {
		t.Errorf("%s, but math.Exp is the same with FMA and without: the kinds need not differ", Kind())
	}
}

// exps returns some exponentials to the last digit.
func exps() string {
	var b []byte
	for i := range 1000 {
		b = append(b, byte('a'+math.Float64bits(math.Exp(float64(i)/97))%16))
	}
	return string(b)
}
