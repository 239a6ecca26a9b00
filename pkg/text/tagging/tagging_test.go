package tagging

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/learn/crf"
	"github.com/block-regularized/bcv/pkg/posterior"
	"github.com/block-regularized/bcv/pkg/text"
	"github.com/block-regularized/bcv/pkg/text/corpus"
)

// made returns sentences with names of two types, which words tell imperfectly.
func made(n int, seed uint64) *corpus.Corpus {
	rng := rand.New(rand.NewPCG(seed, 3))
	c := &corpus.Corpus{}
	for range n {
		var tokens [][]string
		var chunks []text.Chunk
		for range 3 + rng.IntN(6) {
			begin := len(tokens)
			switch rng.IntN(4) {
			case 0:
				tokens = append(tokens, []string{fmt.Sprint("Ann", rng.IntN(9))})
				chunks = append(chunks, text.Chunk{Type: "PER", Begin: begin, End: begin + 1})
			case 1:
				tokens = append(tokens, []string{"New"}, []string{fmt.Sprint("York", rng.IntN(9))})
				chunks = append(chunks, text.Chunk{Type: "LOC", Begin: begin, End: begin + 2})
			default:
				tokens = append(tokens, []string{[]string{"the", "New", "in", "saw"}[rng.IntN(4)]})
			}
		}
		c.Tokens, c.Chunks = append(c.Tokens, tokens), append(c.Chunks, chunks)
	}
	return c
}

func plan(t *testing.T, c *corpus.Corpus) Plan {
	t.Helper()
	set, err := cv.New(cv.BCV, c.Len(), cv.Options{M: 2, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	return Plan{Corpus: c, Set: set, Models: []Model{{Scheme: text.IOB2}, {Scheme: text.IOBES}},
		CRF: crf.Settings{MaxIterations: 30}}
}

func run(t *testing.T, p Plan) *Result {
	t.Helper()
	r, err := Run(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// What a fold predicts is what a fit by hand does, and counting is by sentence.
func TestFolds(t *testing.T) {
	c := made(60, 1)
	p := plan(t, c)
	got := run(t, p)
	templates, err := crf.ParseTemplates(standardTemplates(1))
	if err != nil {
		t.Fatal(err)
	}
	counts := got.Counts()
	for m, scheme := range []text.Scheme{text.IOB2, text.IOBES} {
		for f := range p.Set.FoldCount() {
			at := p.Set.Fold(f)
			var tokens [][][]string
			var tags [][]string
			all, err := c.Tags(scheme)
			if err != nil {
				t.Fatal(err)
			}
			for _, i := range at.Train {
				tokens, tags = append(tokens, c.Tokens[i]), append(tags, all[i])
			}
			alone, err := crf.NewCorpus(tokens, tags, templates)
			if err != nil {
				t.Fatal(err)
			}
			every := make([]int32, len(tokens))
			for k := range every {
				every[k] = int32(k)
			}
			model, err := p.CRF.Fit(t.Context(), alone, every)
			if err != nil {
				t.Fatal(err)
			}
			want := map[string]text.Count{}
			for k, i := range at.Valid {
				said, err := model.Tag(c.Tokens[i])
				if err != nil {
					t.Fatal(err)
				}
				read, err := scheme.Tags(said...)
				if err != nil {
					t.Fatal(err)
				}
				chunks := scheme.Chunks(read, text.Conlleval)
				if diff := cmp.Diff(chunks, got.chunks[m][f][k]); diff != "" {
					t.Fatalf("%s, fold %d, sentence %d: (-by hand +run)\n%s", scheme, f, i, diff)
				}
				for _, g := range c.Chunks[i] {
					n := want[g.Type]
					n.Gold++
					if slices.Contains(chunks, g) {
						n.Correct++
					}
					want[g.Type] = n
				}
				for _, g := range chunks {
					n := want[g.Type]
					n.Predicted++
					want[g.Type] = n
				}
			}
			want[AllTypes] = want["PER"].Plus(want["LOC"])
			found := 0
			for _, r := range counts {
				found++
				n := want[r.Key.Task]
				chunks := posterior.Chunks(float64(n.Gold), float64(n.Predicted), float64(n.Correct))
				if got := *r.Counts.At(m, f/2, f%2); got != chunks || n.Gold == 0 {
					t.Errorf("%s, %s, fold %d: %+v, want %+v", r.Key, scheme, f, got, chunks)
				}
			}
			if found != 3 {
				t.Errorf("%d tasks, want all, LOC and PER", found)
			}
		}
	}
}

// Nothing of the validation sentences but their tokens changes what is predicted for them,
// and nothing of one changes what is predicted for another; workers do not matter.
func TestNothingSeesTheValidationSentences(t *testing.T) {
	c := made(60, 2)
	p := plan(t, c)
	want := run(t, p)
	at := p.Set.Fold(0)
	changed := &corpus.Corpus{Tokens: slices.Clone(c.Tokens), Chunks: slices.Clone(c.Chunks)}
	rng := rand.New(rand.NewPCG(1, 1))
	for n, i := range at.Valid {
		changed.Chunks[i] = []text.Chunk{{Type: "ORG", Begin: rng.IntN(len(c.Tokens[i])), End: len(c.Tokens[i])}}
		if n%2 == 1 {
			changed.Tokens[i] = c.Tokens[at.Valid[rng.IntN(len(at.Valid))]]
			changed.Chunks[i] = nil
		}
	}
	p.Corpus, p.Workers = changed, 3
	got := run(t, p)
	for k := 0; k < len(at.Valid); k += 2 {
		if diff := cmp.Diff(want.chunks[0][0][k], got.chunks[0][0][k]); diff != "" {
			t.Errorf("sentence %d\n%s", at.Valid[k], diff)
		}
	}
	if cmp.Equal(want.chunks[0][1], got.chunks[0][1]) {
		t.Error("the fold that trains on the changed sentences predicts the same: the test sees nothing")
	}
	p = plan(t, c)
	p.Workers = 4
	if diff := cmp.Diff(want.Counts(), run(t, p).Counts()); diff != "" {
		t.Errorf("other workers\n%s", diff)
	}
}

func TestOOV(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	var b strings.Builder
	for range 40 {
		for range 5 {
			b.WriteString([]string{"ab", "abc", "c", "da", fmt.Sprintf("b%d", rng.IntN(30))}[rng.IntN(5)] + " ")
		}
		b.WriteString("\n")
	}
	path := filepath.Join(t.TempDir(), "made")
	if err := os.WriteFile(path, []byte(b.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	c, err := corpus.ReadWords(path)
	if err != nil {
		t.Fatal(err)
	}
	p := plan(t, c)
	p.Models = []Model{{Scheme: text.BMES}, {Scheme: text.BB2B3MES}}
	r := run(t, p)
	rows := r.OOV()
	counts := r.Counts()
	if len(rows) != 8 || len(counts) != 1 || counts[0].Key.Task != AllWords {
		t.Fatalf("%d rows, %d counts of %q", len(rows), len(counts), counts[0].Key)
	}
	lines := strings.Split(b.String(), "\n")
	for n, row := range rows {
		at := p.Set.Fold(n % 4)
		known := map[string]bool{}
		for _, i := range at.Train {
			for _, w := range strings.Fields(lines[i]) {
				known[w] = true
			}
		}
		words, unknown := 0, 0
		for _, i := range at.Valid {
			for _, w := range strings.Fields(lines[i]) {
				words++
				if !known[w] {
					unknown++
				}
			}
		}
		if row.Words != words || row.Unknown != unknown {
			t.Errorf("got %+v, want %d words, %d unknown", row, words, unknown)
		}
		if row.Found > unknown || row.Found == 0 {
			t.Errorf("%d of %d unknown words are found", row.Found, unknown)
		}
		if got, want := counts[0].Counts.Cells[n].TP+counts[0].Counts.Cells[n].FN, float64(words); got != want {
			t.Errorf("the counts have %v gold words, want %v", got, want)
		}
	}
}

func TestRefused(t *testing.T) {
	c := made(10, 1)
	good := plan(t, c)
	narrow := standardTemplates(2) // of two fields, and there is one
	templates, err := crf.ParseTemplates(narrow)
	if err != nil {
		t.Fatal(err)
	}
	for want, spoil := range map[string]func(*Plan){
		"less than two sentences":  func(p *Plan) { p.Corpus = made(1, 1) },
		"no models":                func(p *Plan) { p.Models = nil },
		"10 records for 11":        func(p *Plan) { p.Corpus = made(11, 1) },
		"without splits":           func(p *Plan) { p.Set.Splits = nil },
		`two models are called "i`: func(p *Plan) { p.Models[1].Scheme = text.IOB2 },
		"column":                   func(p *Plan) { p.Models[0].Templates = templates },
	} {
		p := good
		p.Models = slices.Clone(good.Models)
		spoil(&p)
		if _, err := Run(t.Context(), p); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Run(ctx, good); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}
