package compact

import (
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
)

// Names have the numbers of a map, whether they rise, rise for a while, come back or come in any order.
func TestNames(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, c := range []struct {
		name string
		of   func(i int) string
	}{
		{"rising", func(i int) string { return "q" + strconv.Itoa(i) }},
		{"falling", func(i int) string { return strconv.Itoa(100_000 - i) }},
		{"as long", func(i int) string { return strconv.Itoa(1000 + i*7919%1000) }},
		{"twice", func(i int) string { return strconv.Itoa(i % 2500) }},
		{"any order", func(int) string { return strconv.Itoa(rng.IntN(4000)) }},
		{"long", func(i int) string { return strings.Repeat("x", i*7919%97*700) }},
		{"alike", func(i int) string { return strconv.Itoa(i) + strings.Repeat("x", i%3) }},
	} {
		var names Names
		at := map[string]int{}
		for i := range 5000 {
			name := c.of(i)
			want, known := at[name]
			if !known {
				want = len(at)
				at[name] = want
			}
			if got := names.Number(name); got != want {
				t.Fatalf("%s: %q is number %d, want %d", c.name, name, got, want)
			}
		}
		if names.Len() != len(at) {
			t.Errorf("%s: %d names, want %d", c.name, names.Len(), len(at))
		}
		for i, name := range names.All() {
			if at[name] != i {
				t.Fatalf("%s: number %d is %q", c.name, i, name)
			}
		}
		if rising := c.name == "rising"; rising != (names.slots == nil) {
			t.Errorf("%s: an index of %d slots", c.name, len(names.slots))
		}
	}
}

// The cost of a new name and that of a known one, in order and in any order.
func BenchmarkNames(b *testing.B) {
	const n = 1 << 19
	rising, mixed := make([]string, n), make([]string, n)
	for i := range n {
		rising[i], mixed[i] = "q"+strconv.Itoa(1e6+i), "q"+strconv.Itoa(1e6+i*7919%n)
	}
	for name, all := range map[string][]string{"rising": rising, "mixed": mixed} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				var names Names
				for range 2 {
					for _, name := range all {
						names.Number(name)
					}
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(2*n*b.N), "ns/name")
		})
	}
}
