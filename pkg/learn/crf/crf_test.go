package crf

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
)

func TestParseTemplates(t *testing.T) {
	_, err := ParseTemplates("# comment\nU00:%x[-2,0]/%x[10,1]\n\nB\r\n")
	if err == nil || !strings.Contains(err.Error(), "line 2") || !strings.Contains(err.Error(), `row "10"`) {
		t.Errorf("error %v", err)
	}
	templates, err := ParseTemplates("# comment\nB7:%x[1,3]\nU00:%x[-2,0]/%x[0,1]x\n\nU\r\nB\r\n")
	if err != nil {
		t.Fatal(err)
	}
	if templates.Columns() != 4 || templates.String() != "U00:%x[-2,0]/%x[0,1]x\nU\nB7:%x[1,3]\nB\n" {
		t.Errorf("%d columns, %q", templates.Columns(), templates)
	}
	sentence := [][]string{{"a", "b", "", "d"}, {"e", "f", "g", "h"}}
	for position, want := range []string{"U00:_B-2/bx", "U00:_B-1/fx"} {
		if got := string(templates.unigram[0].expand(nil, sentence, position)); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	for position, want := range []string{"B7:h", "B7:_B+1"} {
		if got := string(templates.bigram[0].expand(nil, sentence, position)); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestTemplateErrors(t *testing.T) {
	for text, want := range map[string]string{
		"":                             "there are none; write one per line",
		"# U00\n\n":                    "there are none; write one per line",
		"U00:%x[0,0]\nX01:%x[0,0]":     `line 2: "X01:%x[0,0]" begins neither with U nor with B`,
		" U00:%x[0,0]":                 "begins neither",
		"U00:%x[0]":                    "write x[row,column] after %",
		"U00:%y[0,0]":                  "write x[row,column] after %",
		"U00:%x[0,0":                   "write x[row,column] after %",
		"U00:100%":                     "write x[row,column] after %",
		"U00:%x[9,0]":                  `row "9" is not a number from -8 to 8`,
		"U00:%x[-9,0]":                 "row",
		"U00:%x[,0]":                   "row",
		"U00:%x[+1,0]":                 "row",
		"U00:%x[0x1,0]":                "row",
		"U00:%x[0,-1]":                 `column "-1" is not a number from 0 to 999`,
		"U00:%x[0,-0]":                 "column",
		"U00:%x[0,1000]":               "column",
		"U00:%x[0,99999999999999]":     "column",
		"U00:%x[0, 1]":                 "column",
		strings.Repeat("U\n", 1001):    "1001 of them",
		"U" + strings.Repeat("a", 1e6): "1000001 bytes",
	} {
		_, err := ParseTemplates(text)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.40q: error %v, want %q", text, err, want)
		} else if strings.Contains(err.Error(), "\n") || len(err.Error()) > 300 {
			t.Errorf("%.40q: a long message: %v", text, err)
		}
	}
}

func TestCorpusErrors(t *testing.T) {
	templates, err := ParseTemplates("U00:%x[0,1]\nB\n")
	if err != nil {
		t.Fatal(err)
	}
	good := [][]string{{"a", "b"}, {"c", "d"}}
	many := make([][]string, 2000)
	names := make([]string, len(many))
	for i := range many {
		many[i] = good[0]
		names[i] = strings.Repeat("t", i+1)
	}
	for _, c := range []struct {
		name   string
		tokens [][][]string
		tags   [][]string
		want   string
	}{
		{"empty corpus", nil, nil, "no sentences"},
		{"empty sentence", [][][]string{good, {}}, [][]string{{"O", "O"}, {}}, "sentence 2: no tokens"},
		{"first sentence empty", [][][]string{{}}, [][]string{{}}, "sentence 1: no tokens"},
		{"broken columns", [][][]string{good, {{"a", "b"}, {"c"}}}, nil,
			"sentence 2: token 2 has 1 fields, the first token of the corpus 2"},
		{"template outside", [][][]string{{{"a"}}}, nil, "asks for column 1"},
		{"long token", [][][]string{{{strings.Repeat("x", 1<<20), "b"}}}, nil,
			"token 1: 1048576 bytes in column 0, which begins \"xxxxxxxxxxxxxxxxxxxx\""},
		{"no tags", [][][]string{good}, nil, "tags of 0 sentences for 1"},
		{"few tags", [][][]string{good}, [][]string{{"O"}}, "sentence 1: 1 tags for 2 tokens"},
		{"empty tag", [][][]string{good}, [][]string{{"O", ""}}, "sentence 1, token 2: a tag of 0 bytes"},
		{"many tags", [][][]string{many}, [][]string{names},
			"token 1001: \"tttttttttttttttttttttttttttttttttttttttt\" would be tag number 1001"},
	} {
		_, err := NewCorpus(c.tokens, c.tags, templates)
		if err == nil || !strings.Contains(err.Error(), c.want) || len(err.Error()) > 300 {
			t.Errorf("%s: error %v, want %q", c.name, err, c.want)
		}
	}
}

func TestFitErrors(t *testing.T) {
	c := made(t, 20, "U00:%x[0,0]\n", nil)
	for _, x := range []struct {
		s     Settings
		train []int32
		want  string
	}{
		{Settings{}, nil, "no training sentences"},
		{Settings{}, []int32{3, 3}, "training sentence 3 after 3"},
		{Settings{}, []int32{20}, "in a corpus of 20"},
		{Settings{}, []int32{-1}, "training sentence -1"},
		{Settings{C: -1}, all(c), "C is -1"},
		{Settings{C: math.NaN()}, all(c), "C is NaN"},
		{Settings{C: math.Inf(1)}, all(c), "C is +Inf"},
		{Settings{Cutoff: -1}, all(c), "a cutoff of -1"},
		{Settings{Cutoff: 1000}, all(c), "no attribute occurs 1000 times"},
		{Settings{Tolerance: math.NaN()}, all(c), "a tolerance of NaN"},
		{Settings{MaxIterations: -1}, all(c), "-1 iterations"},
	} {
		if _, err := x.s.Fit(t.Context(), c, x.train); err == nil || !strings.Contains(err.Error(), x.want) {
			t.Errorf("%+v %v: error %v, want %q", x.s, x.train, err, x.want)
		}
	}
}

// A fit that no memory holds is refused before it begins.
func TestManyTags(t *testing.T) {
	templates, err := ParseTemplates("U:%x[0,0]\nB:%x[0,0]\n")
	if err != nil {
		t.Fatal(err)
	}
	tokens, tags := make([][][]string, 1), make([][]string, 1)
	for i := range 999 {
		tokens[0] = append(tokens[0], []string{fmt.Sprint(i)})
		tags[0] = append(tags[0], fmt.Sprint("t", i))
	}
	c, err := NewCorpus(tokens, tags, templates)
	if err != nil {
		t.Fatal(err)
	}
	_, err = Settings{}.Fit(t.Context(), c, []int32{0})
	if want := "999 tags and 1997 attributes need"; err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("error %v, want %q", err, want)
	}
}

// Corpora of one sentence, one token, one tag, and weights without bound except for the penalty have models.
func TestSmallCorpora(t *testing.T) {
	templates, err := ParseTemplates("U00:%x[0,0]\nB\n")
	if err != nil {
		t.Fatal(err)
	}
	for _, tags := range [][]string{{"O"}, {"O", "O", "O"}, {"B", "I", "O"}} {
		tokens := [][]string{{"a"}, {"b"}, {"c"}}[:len(tags)]
		c, err := NewCorpus([][][]string{tokens}, [][]string{tags}, templates)
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range []Settings{{}, {C: 1e8}, {C: 1e-8}, {L1: true}} {
			m, err := s.Fit(t.Context(), c, []int32{0})
			if err != nil {
				t.Fatal(err)
			}
			got, err := m.Tag(tokens)
			if err != nil || s.C != 1e-8 && !s.L1 && !slices.Equal(got, tags) {
				t.Errorf("%+v: %q for %q, %v; %+v", s, got, tags, err, m.Report)
			}
			if !(m.Report.Objective >= 0) {
				t.Errorf("%+v", m.Report)
			}
		}
	}
}

// Another scheme of tags on the same sentences is the corpus that would be made of it.
func TestWithTags(t *testing.T) {
	rename := func(tag string) string { return strings.ReplaceAll(tag, "-", "_") + "x" }
	var tags [][]string
	want := made(t, 40, withFields, func(_ [][][]string, own [][]string) {
		for _, list := range own {
			for i := range list {
				list[i] = rename(list[i])
			}
		}
		tags = own
	})
	c, err := made(t, 40, withFields, nil).WithTags(tags)
	if err != nil {
		t.Fatal(err)
	}
	if got := fitted(t, Settings{}, c, odd(c)); got != fitted(t, Settings{}, want, odd(c)) {
		t.Error("another model")
	}
	if _, err := c.WithTags(tags[1:]); err == nil {
		t.Error("tags of fewer sentences are accepted")
	}
}

// Gap bounds how far a fit that ended early is above the minimum, in the norm of all weights, not of groups.
func TestGap(t *testing.T) {
	c := made(t, 60, withFields, nil)
	best, err := Settings{C: 2, Tolerance: 1e-12}.Fit(t.Context(), c, all(c))
	if err != nil {
		t.Fatal(err)
	}
	for _, iterations := range []int{1, 5, 12, 20} {
		m, err := Settings{C: 2, MaxIterations: iterations}.Fit(t.Context(), c, all(c))
		if err != nil {
			t.Fatal(err)
		}
		if above := m.Report.Objective - best.Report.Objective; m.Report.Gap < above || m.Report.End != "iterations" {
			t.Errorf("%v above the minimum; %+v", above, m.Report)
		}
	}
	p := prepare(t, c, Settings{C: 2})
	m := newMinimizer(p)
	p.evaluate(m.x, m.g)
	want := 0.0
	weights := func(of []int32, at, n int) {
		for _, group := range of {
			for j := range n {
				if group >= 0 {
					want += m.g[at+int(group)*n+j] * m.g[at+int(group)*n+j]
				}
			}
		}
	}
	weights(p.node.of, 0, p.width)
	weights(p.edge.of, p.edges(), p.width*p.width)
	if got := p.norm(m.g); math.Abs(got-want) > 1e-12*want {
		t.Errorf("squared gradient %v, over all weights %v", got, want)
	}
}

// With L1 each coordinate of a direction descends or is 0, and a step does not change
// the sign of a weight.
func TestOrthants(t *testing.T) {
	p := prepare(t, made(t, 60, withFields, nil), Settings{L1: true})
	m := newMinimizer(p)
	m.f = m.evaluate(m.x, m.g)
	for k := range 15 {
		slope := m.aim()
		for i, v := range m.d {
			if v*m.slopes[i] > 0 {
				t.Fatalf("step %d: coordinate %d goes %v, where the slope is %v", k, i, v, m.slopes[i])
			}
		}
		before := slices.Clone(m.x)
		if !m.search(slope) {
			t.Fatalf("no step %d", k)
		}
		for i, v := range m.x {
			if v*before[i] < 0 || before[i] == 0 && v*m.slopes[i] > 0 {
				t.Fatalf("step %d: weight %d goes from %v to %v, where the slope is %v", k, i, before[i], v, m.slopes[i])
			}
		}
	}
}

// The fit with L1 ends where 0 is a subgradient: of the loss plus |w|₁/C, also for a C
// that is not 1.
func TestL1Optimum(t *testing.T) {
	const cost = 3
	p := prepare(t, small(t, 9, 30, 3, templateSets["fields"]), Settings{L1: true, C: cost})
	m := newMinimizer(p)
	if _, err := m.run(t.Context(), Settings{Tolerance: 1e-14, MaxIterations: 2000}); err != nil {
		t.Fatal(err)
	}
	sum, active := 0.0, 0
	for i, v := range m.x {
		sum += math.Abs(v)
		g := m.g[i]
		if v != 0 {
			active++
			g += math.Copysign(1/float64(cost), v)
		} else {
			g = max(0, math.Abs(g)-1/float64(cost))
		}
		if math.Abs(g) > 1e-4 {
			t.Errorf("weight %d of %v: subgradient %v", i, v, g)
		}
	}
	if want := p.evaluate(m.x, m.g) + sum/cost; math.Abs(m.f-want) > 1e-12*want {
		t.Errorf("objective %v, want %v", m.f, want)
	}
	if active < 10 || active > len(m.x)*3/4 {
		t.Errorf("%d of %d weights are not 0", active, len(m.x))
	}
}

// With L1 most weights are 0, and a wrong sentence is refused.
func TestL1AndTag(t *testing.T) {
	c := made(t, 60, withFields, nil)
	m, err := Settings{L1: true}.Fit(t.Context(), c, all(c))
	if err != nil {
		t.Fatal(err)
	}
	zeros := 0
	for _, w := range m.node.weights {
		if w == 0 {
			zeros++
		}
	}
	if zeros < len(m.node.weights)*3/4 || zeros == len(m.node.weights) || !math.IsInf(m.Report.Gap, 1) {
		t.Errorf("%d of %d weights are 0; %+v", zeros, len(m.node.weights), m.Report)
	}
	if _, err := m.Tag([][]string{{"one"}}); err == nil || !strings.Contains(err.Error(), "column 1") {
		t.Errorf("error %v", err)
	}
	if got, err := m.Tag(nil); err != nil || len(got) != 0 {
		t.Errorf("%q, %v", got, err)
	}
	if _, err := m.TagRows([]int32{60}); err == nil {
		t.Error("a sentence that is not in the corpus is tagged")
	}
}

func FuzzParseTemplates(f *testing.F) {
	f.Add(withFields)
	f.Fuzz(func(t *testing.T, text string) {
		parsed, err := ParseTemplates(text)
		if err != nil {
			if strings.ContainsAny(err.Error(), "\n\x00\x1b") {
				t.Errorf("message %q", err)
			}
			return
		}
		again, err := ParseTemplates(parsed.String())
		if err != nil || again.String() != parsed.String() {
			t.Errorf("%q is read as %q, %v", parsed, again, err)
		}
	})
}
