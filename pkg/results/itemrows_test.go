package results

import (
	"fmt"
	"io"
	"math/rand/v2"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// itemText is the text of a file of items, run by run, which is made as it is read.
type itemText struct {
	items, models, runs int
	score               func(n int) string // of row n
	wide                bool
	n                   int // next row
	rest                []byte
}

func (x *itemText) Read(p []byte) (int, error) {
	for len(x.rest) < 1<<16 && x.row() {
		x.n++
	}
	if len(x.rest) == 0 {
		return 0, io.EOF
	}
	k := copy(p, x.rest)
	x.rest = x.rest[:copy(x.rest, x.rest[k:])]
	return k, nil
}

// row adds a row to the text that is to be read, and the header before the first one.
func (x *itemText) row() bool {
	switch {
	case x.n == 0 && x.wide:
		x.rest = append(x.rest, "item,run"...)
		for m := range x.models {
			x.rest = fmt.Appendf(x.rest, ",model-%d", m)
		}
		x.rest = append(x.rest, '\n')
	case x.n == 0:
		x.rest = append(x.rest, "item,model,run,score\n"...)
	}
	each := 1 // scores in a row
	if x.wide {
		each = x.models
	}
	if x.n == x.items*x.models*x.runs/each {
		return false
	}
	x.rest = append(x.rest, "q-"...)
	x.rest = strconv.AppendInt(x.rest, int64(x.n%x.items), 10)
	k := x.n / x.items
	if !x.wide {
		x.rest = append(x.rest, ",model-"...)
		x.rest = strconv.AppendInt(x.rest, int64(k/x.runs), 10)
	}
	x.rest = append(x.rest, ',')
	x.rest = strconv.AppendInt(x.rest, int64(k%x.runs), 10)
	for m := range each {
		x.rest = append(x.rest, ',')
		x.rest = append(x.rest, x.score(x.n*each+m)...)
	}
	x.rest = append(x.rest, '\n')
	return true
}

// right gives scores of 0 and 1, decimals gives scores of four digits.
func right(n int) string    { return [...]string{"0", "1"}[n*7919%3/2] }
func decimals(n int) string { return "0." + strconv.Itoa(1000+n*7919%9000) }

func BenchmarkItems(b *testing.B) {
	for _, c := range []struct {
		name string
		text itemText
	}{
		{"200000x2", itemText{items: 200_000, models: 2, runs: 1, score: right}},
		{"200000x2-wide", itemText{items: 200_000, models: 2, runs: 1, score: right, wide: true}},
		{"1000000x10x5", itemText{items: 1_000_000, models: 10, runs: 5, score: right}},
		{"1000000x10x5-wide", itemText{items: 1_000_000, models: 10, runs: 5, score: right, wide: true}},
		{"1000000x10x5-decimals", itemText{items: 1_000_000, models: 10, runs: 5, score: decimals}},
	} {
		b.Run(c.name, func(b *testing.B) {
			for b.Loop() {
				text := c.text
				all, err := Parse("f", &text, ReadOptions{Wide: text.wide})
				if err != nil {
					b.Fatal(err)
				}
				var m runtime.MemStats
				runtime.ReadMemStats(&m)
				b.ReportMetric(float64(m.HeapSys)/1e6, "MB")
				runtime.KeepAlive(all)
			}
		})
	}
}

// Items in the orders in which files have them.
func BenchmarkItemOrders(b *testing.B) {
	const n = 100_000
	rng := rand.New(rand.NewPCG(5, 6))
	rising := func(i int) string { return fmt.Sprintf("q%06d", i) }
	random := func(i int) string { return fmt.Sprintf("%016x-%[1]x", uint64(i+1)*0x9e3779b97f4a7c15) }
	order := make([]int, 2*n) // twice the number of the item, and 1 for the second model
	for i := range order {
		order[i] = i
	}
	byModel := slices.Clone(order)
	slices.SortStableFunc(byModel, func(a, b int) int { return a%2 - b%2 })
	shuffled := slices.Clone(order)
	rng.Shuffle(len(shuffled), func(i, j int) { shuffled[i], shuffled[j] = shuffled[j], shuffled[i] })
	labels := func(int) string { return "cat," + [...]string{"cat", "dog", "bird"}[rng.IntN(3)] }
	for _, c := range []struct {
		name, columns string
		order         []int
		item, rest    func(int) string
	}{
		{"interleaved", "score", order, rising, right},
		{"by-model", "score", byModel, rising, right},
		{"shuffled", "score", shuffled, rising, right},
		{"random-names", "score", byModel, random, right},
		{"random-names-shuffled", "score", shuffled, random, right},
		{"decimals", "score", byModel, rising, decimals},
		{"labels", "truth,label", byModel, rising, labels},
	} {
		b.Run(c.name, func(b *testing.B) {
			var text strings.Builder
			text.WriteString("item,model," + c.columns + "\n")
			for _, k := range c.order {
				fmt.Fprintf(&text, "%s,%c,%s\n", c.item(k/2), 'a'+k%2, c.rest(k))
			}
			b.SetBytes(int64(text.Len()))
			b.ReportAllocs()
			for b.Loop() {
				if _, err := Parse("f", strings.NewReader(text.String()), ReadOptions{}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
