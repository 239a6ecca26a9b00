package crf

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/block-regularized/bcv/internal/numtest"
	"github.com/block-regularized/bcv/research/fakecorpus"
)

// made returns the made corpus, after change has seen it.
func made(t testing.TB, sentences int, templates string, change func(tokens [][][]string, tags [][]string)) *Corpus {
	t.Helper()
	tokens, tags := fakecorpus.Sentences(11, sentences)
	if change != nil {
		change(tokens, tags)
	}
	parsed, err := ParseTemplates(templates)
	if err != nil {
		t.Fatal(err)
	}
	c, err := NewCorpus(tokens, tags, parsed)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// fitted fits and returns all that the model is made of: its templates and labels, and the
// bits of the weights of each attribute.
func fitted(t testing.TB, s Settings, c *Corpus, train []int32) string {
	t.Helper()
	m, err := s.Fit(t.Context(), c, train)
	if err != nil {
		t.Fatal(err)
	}
	lines := []string{m.templates.String(), fmt.Sprintf("%q", m.labels)}
	for k, table := range []*table{&m.node, &m.edge} {
		width := len(m.labels)
		if k == 1 {
			width *= width
		}
		attributes := len(lines)
		for name := range table.index {
			if row := int(table.row([]byte(name))); row >= 0 {
				lines = append(lines, fmt.Sprintf("%q %x", name, table.weights[row*width:(row+1)*width]))
			}
		}
		slices.Sort(lines[attributes:])
	}
	return strings.Join(lines, "\n")
}

// odd are the sentences 1, 3, ... of a corpus.
func odd(c *Corpus) (train []int32) {
	for i := 1; i < c.Len(); i += 2 {
		train = append(train, int32(i))
	}
	return train
}

var withFields = fakecorpus.Templates + "B1:%x[0,1]\n"

// Neither the tags nor the tokens of other sentences change a bit of a fit; tags of a training sentence do.
func TestValidationIsNotSeen(t *testing.T) {
	numtest.NotRaced(t)
	for _, s := range []Settings{{}, {Cutoff: 3, C: 2}, {L1: true}} {
		s.MaxIterations = 6
		c := made(t, 120, withFields, nil)
		want := fitted(t, s, c, odd(c))
		rng := rand.New(rand.NewPCG(1, 2))
		changes := map[string]func(tokens [][][]string, tags [][]string){
			"tags permuted": func(_ [][][]string, tags [][]string) {
				for k := 0; k < len(tags); k += 2 {
					rng.Shuffle(len(tags[k]), func(i, j int) { tags[k][i], tags[k][j] = tags[k][j], tags[k][i] })
				}
			},
			"new tags": func(_ [][][]string, tags [][]string) {
				for k := 0; k < len(tags); k += 2 {
					for i := range tags[k] {
						tags[k][i] = []string{"A", "B-NEW", "P"}[rng.IntN(3)]
					}
				}
			},
			"tokens of training sentences": func(tokens [][][]string, _ [][]string) {
				for k := 0; k < len(tokens); k += 2 {
					for i := range tokens[k] {
						tokens[k][i] = tokens[1+2*rng.IntN(len(tokens)/2)][0]
					}
				}
			},
			"new tokens, other lengths": func(tokens [][][]string, tags [][]string) {
				for k := 0; k < len(tokens); k += 2 {
					tokens[k] = slices.Repeat([][]string{{"new", "N"}, {"_B-1", ""}}, 1+rng.IntN(9))
					tags[k] = slices.Repeat([]string{"O"}, len(tokens[k]))
				}
			},
			"other sentences first": func(tokens [][][]string, tags [][]string) {
				tokens[0], tokens[118] = tokens[118], tokens[0]
				tags[0], tags[118] = tags[118], tags[0]
			},
		}
		for name, change := range changes {
			if c := made(t, 120, withFields, change); fitted(t, s, c, odd(c)) != want {
				t.Errorf("%+v: %s: another model", s, name)
			}
		}
		if c := made(t, 120, withFields, func(_ [][][]string, tags [][]string) { tags[1][0] = "B-NEW" }); fitted(t, s, c,
			odd(c)) == want {
			t.Errorf("%+v: the tag of a training sentence changes nothing", s)
		}
		alone := made(t, 120, withFields, nil)
		if got := fitAlone(t, s); got != fitted(t, s, alone, odd(alone)) {
			t.Errorf("%+v: the training sentences alone give another model", s)
		}
	}
}

// fitAlone fits on a corpus that has the odd sentences only.
func fitAlone(t *testing.T, s Settings) string {
	tokens, tags := fakecorpus.Sentences(11, 120)
	var ownTokens [][][]string
	var ownTags [][]string
	for k := 1; k < len(tokens); k += 2 {
		ownTokens, ownTags = append(ownTokens, tokens[k]), append(ownTags, tags[k])
	}
	templates, err := ParseTemplates(withFields)
	if err != nil {
		t.Fatal(err)
	}
	c, err := NewCorpus(ownTokens, ownTags, templates)
	if err != nil {
		t.Fatal(err)
	}
	return fitted(t, s, c, all(c))
}

// The number of workers changes no bit.
func TestWorkers(t *testing.T) {
	for _, s := range []Settings{{}, {L1: true, Cutoff: 2}} {
		c := made(t, 150, withFields, nil)
		s.MaxIterations = 6
		s.Workers = 1
		want := fitted(t, s, c, all(c))
		for _, s.Workers = range []int{0, 2, 3, 8} {
			if fitted(t, s, c, all(c)) != want {
				t.Errorf("%+v: another model than with 1 worker", s)
			}
		}
	}
}

// Sums in logarithms, which only sentences of wide scores need, do not depend on the
// number of workers either.
func TestWorkersInLogarithms(t *testing.T) {
	c := made(t, 150, withFields, nil)
	var want float64
	var wantG []float64
	for workers := 1; workers < 5; workers++ {
		p := prepare(t, c, Settings{Workers: workers})
		x, g := make([]float64, p.dim()), make([]float64, p.dim())
		rng := rand.New(rand.NewPCG(2, 0))
		for i := range x {
			x[i] = 60 * rng.NormFloat64()
		}
		once := p.evaluate(x, make([]float64, len(x)))
		f := p.evaluate(x, g)
		if f != once {
			t.Errorf("%d workers: %v, then %v", workers, once, f)
		}
		again := make([]float64, len(x))
		if p.evaluate(x, again); !slices.Equal(g, again) {
			t.Errorf("%d workers: another gradient the third time", workers)
		}
		if p.direct.Load() == nil {
			t.Fatal("no sentence was summed in logarithms")
		}
		if workers == 1 {
			want, wantG = f, g
		}
		if f != want || !slices.Equal(g, wantG) {
			t.Errorf("%d workers: %v, want %v", workers, f, want)
		}
	}
}

// Attributes that occur at the same positions are fitted as one.
func TestGroups(t *testing.T) {
	p := prepare(t, made(t, 300, fakecorpus.Templates, nil), Settings{})
	if groups := len(p.node.size); groups >= p.node.kept*3/4 {
		t.Errorf("%d groups of %d attributes", groups, p.node.kept)
	}
}

// A fit ends when its context does.
func TestStops(t *testing.T) {
	c := made(t, 50, fakecorpus.Templates, nil)
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(errors.New("enough"))
	if _, err := (Settings{}).Fit(ctx, c, all(c)); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}
