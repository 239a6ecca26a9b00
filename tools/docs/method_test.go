package docs

import (
	"bytes"
	"fmt"
	"html/template"
	"os"
	"slices"
	"testing"

	"github.com/block-regularized/bcv/pkg/cv"
)

// The picture of the method shows a 3 x 2 BCV of 300 records: each half-split trains on two of four blocks, and any two
// training sets share one block, a quarter of the records.
func TestFiguresShowTheMethod(t *testing.T) {
	set, err := cv.New(cv.BCV, 300, cv.Options{M: 3, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	picture := methodPicture{}
	blocks := map[string]int{} // records by the half-splits that they train in
	signs := make([][]byte, 300)
	for _, s := range set.Splits {
		for i := range signs {
			signs[i] = append(signs[i], '-')
		}
		for _, i := range s.Train {
			signs[i][len(signs[i])-1] = '+'
		}
	}
	for _, s := range signs {
		blocks[string(s)]++
	}
	var patterns []string
	for p, n := range blocks {
		if patterns = append(patterns, p); n != 75 {
			t.Errorf("a block of %d records", n)
		}
	}
	slices.Sort(patterns)
	if len(patterns) != 4 {
		t.Fatalf("blocks %v", patterns)
	}
	for j, name := range []string{"1", "2", "3"} {
		row := methodRow{Name: name, Y: 58 + 64*j}
		for k, p := range patterns {
			row.Blocks = append(row.Blocks, methodBlock{X: 130 + 105*k, Y: row.Y, Trains: p[j] == '+'})
		}
		picture.Rows = append(picture.Rows, row)
	}
	for _, pair := range [][2]int{{0, 1}, {0, 2}, {1, 2}} {
		shared := 0
		for _, p := range patterns {
			if p[pair[0]] == '+' && p[pair[1]] == '+' {
				shared += blocks[p]
			}
		}
		if shared != 75 {
			t.Errorf("half-splits %v share %d training records", pair, shared)
		}
	}
	var want bytes.Buffer
	if err := template.Must(template.New("").Parse(methodDrawn)).Execute(&want, picture); err != nil {
		t.Fatal(err)
	}
	path := root + "/docs/why/figures/method.svg"
	if *update {
		if err := os.WriteFile(path, want.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := os.ReadFile(path); err != nil || !bytes.Equal(got, want.Bytes()) {
		t.Errorf("%s is not the method's (%v); run go -C tools test ./docs -run Figures -update", path, err)
	}
}

type methodPicture struct{ Rows []methodRow }

type methodRow struct {
	Name   string
	Y      int
	Blocks []methodBlock
}

type methodBlock struct {
	X, Y   int
	Trains bool
}

// Word says what a block does in the first fold of a half-split.
func (b methodBlock) Word() string {
	if b.Trains {
		return "trains"
	}
	return "validates"
}

// Middle is where its word stands.
func (b methodBlock) Middle() string { return fmt.Sprintf("%d", b.X+50) }

// Base is the line of its word.
func (b methodBlock) Base() string { return fmt.Sprintf("%d", b.Y+27) }

// Base is the line of the name of a half-split.
func (r methodRow) Base() string { return fmt.Sprintf("%d", r.Y+27) }

const methodDrawn = `<svg xmlns="http://www.w3.org/2000/svg" width="560" height="300" viewBox="0 0 560 300" role="img">
<title>3 x 2 BCV of 300 records: each half-split trains on two of four blocks, and any two share one of them</title>
<style>
text { font: 16px "DejaVu Sans", "Liberation Sans", Arial, sans-serif; fill: #1c1c1c; text-anchor: middle }
.ground { fill: #fff }
.trains { fill: #0b4a75 }
.validates { fill: #d8e9f7 }
.in { fill: #fff }
.start { text-anchor: start }
@media (prefers-color-scheme: dark) {
text { fill: #e8e8e8 }
.ground { fill: #15191e }
.trains { fill: #93c8f2 }
.validates { fill: #23435c }
.in { fill: #15191e }
}
</style>
<rect class="ground" width="560" height="300" rx="8"/>
<text class="start" x="12" y="38">half-split</text>
<text x="338" y="38">300 records in four blocks of 75</text>
{{- range .Rows}}
<text class="start" x="12" y="{{.Base}}">{{.Name}}</text>
{{- range .Blocks}}
<rect class="{{.Word}}" x="{{.X}}" y="{{.Y}}" width="100" height="42" rx="4"/>
<text{{if .Trains}} class="in"{{end}} x="{{.Middle}}" y="{{.Base}}">{{.Word}}</text>
{{- end}}
{{- end}}
<text class="start" x="12" y="262">Each is used twice, with the halves exchanged: six folds.</text>
<text class="start" x="12" y="286">Any two half-splits share 75 training records, n/4.</text>
</svg>
`
