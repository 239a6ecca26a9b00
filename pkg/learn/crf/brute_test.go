package crf

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// small returns a corpus of short sentences over few words.
func small(t *testing.T, seed uint64, sentences, tags int, templates string) *Corpus {
	t.Helper()
	rng := rand.New(rand.NewPCG(seed, 0))
	var tokens [][][]string
	var labels [][]string
	for range sentences {
		var sentence [][]string
		var own []string
		for range 1 + rng.IntN(5) {
			sentence = append(sentence, []string{fmt.Sprint("w", rng.IntN(6)), fmt.Sprint("p", rng.IntN(2))})
			own = append(own, fmt.Sprint("t", rng.IntN(tags)))
		}
		tokens, labels = append(tokens, sentence), append(labels, own)
	}
	parsed, err := ParseTemplates(templates)
	if err != nil {
		t.Fatal(err)
	}
	c, err := NewCorpus(tokens, labels, parsed)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// templateSets are with and without fields in bigrams, without either sort, and with
// attributes of one name.
var templateSets = map[string]string{
	"chain":    "U0:%x[0,0]\nU1:%x[-1,0]/%x[0,1]\nB\n",
	"fields":   "U0:%x[0,0]\nU1:%x[1,1]\nB1:%x[0,0]\nB2:%x[-1,1]/%x[0,1]\nB\n",
	"nodes":    "U0:%x[0,0]\n",
	"edges":    "B:%x[0,1]\n",
	"repeated": "U:%x[0,0]\nU:%x[-1,0]\nU:%x[0,0]\nB\nB\n",
}

func all(c *Corpus) []int32 {
	train := make([]int32, c.Len())
	for i := range train {
		train[i] = int32(i)
	}
	return train
}

func prepare(t *testing.T, c *Corpus, s Settings) *problem {
	t.Helper()
	s, err := s.check()
	if err != nil {
		t.Fatal(err)
	}
	p, err := newProblem(c, all(c), s)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// bruteLoss sums over all taggings of each sentence: -log p of the observed ones. It
// goes by the names of attributes, not by groups: each has the weight of its group
// divided by the attributes of the group.
func bruteLoss(c *Corpus, p *problem, x []float64) (loss float64) {
	width := p.width
	weight := func(a *attributes, g *groups, base, size int, position int32, pair int) (sum float64) {
		for _, id := range a.row(position) {
			if id >= 0 && g.of[id] >= 0 {
				group := int(g.of[id])
				sum += x[base+group*size+pair] / float64(g.size[group])
			}
		}
		return sum
	}
	for s := range c.Len() {
		from, n := c.start[s], int(c.start[s+1]-c.start[s])
		score := func(labels []int) (sum float64) {
			for i, y := range labels {
				sum += weight(&c.node, p.node, 0, width, from+int32(i), y)
				if i > 0 {
					sum += weight(&c.edge, p.edge, p.edges(), width*width, from+int32(i), labels[i-1]*width+y)
				}
			}
			return sum
		}
		var scores []float64
		labels := make([]int, n)
		for done := false; !done; {
			scores = append(scores, score(labels))
			done = true
			for i := range labels {
				if labels[i]++; labels[i] < width {
					done = false
					break
				}
				labels[i] = 0
			}
		}
		for i := range labels {
			labels[i] = int(p.gold[int(from)+i])
		}
		loss += logSumExp(scores) - score(labels)
	}
	return loss
}

// The objective agrees with the sum over all taggings, and the gradient with its derivative, also where the scores
// are too wide for exp.
func TestObjective(t *testing.T) {
	for name, templates := range templateSets {
		for _, size := range []float64{0.3, 3, 180, 900} {
			t.Run(fmt.Sprint(name, size), func(t *testing.T) {
				c := small(t, 1, 12, 3, templates)
				p := prepare(t, c, Settings{C: 2.5, Workers: 2})
				x := make([]float64, p.dim())
				rng := rand.New(rand.NewPCG(2, 0))
				for i := range x {
					x[i] = size * rng.NormFloat64()
				}
				g := make([]float64, len(x))
				f := p.evaluate(x, g)
				penalty := 0.0
				p.weighted(func(at, n int, size float64) {
					for _, v := range x[at : at+n] {
						penalty += size * (v / size) * (v / size) / (2 * 2.5)
					}
				})
				if want := bruteLoss(c, p, x) + penalty; math.Abs(f-want) > 1e-11*want {
					t.Errorf("objective %v, want %v", f, want)
				}
				if far := p.direct.Load() != nil; size != 180 && far != (size == 900) {
					t.Errorf("sums in logarithms: %v", far)
				}
				scratch := make([]float64, len(x))
				for i := range x {
					h := 1e-5 * max(1, math.Abs(x[i]))
					at := x[i]
					x[i] = at + h
					up := p.evaluate(x, scratch)
					x[i] = at - h
					down := p.evaluate(x, scratch)
					x[i] = at
					if want := (up - down) / (2 * h); math.Abs(g[i]-want) > 1e-5*max(1, math.Abs(want), 1e-6*f) {
						t.Fatalf("derivative by weight %d of %d: %v, differences give %v", i, len(x), g[i], want)
					}
				}
			})
		}
	}
}

// The sums of a long sentence agree with sums in logarithms.
func TestLongSentence(t *testing.T) {
	for _, templates := range []string{"U0:%x[0,0]\nB\n", "U0:%x[0,0]\nB:%x[0,1]\n"} {
		const n = 3000
		rng := rand.New(rand.NewPCG(7, 0))
		sentence, tags := make([][]string, n), make([]string, n)
		for i := range sentence {
			sentence[i] = []string{fmt.Sprint("w", rng.IntN(50)), fmt.Sprint("p", rng.IntN(2))}
			tags[i] = fmt.Sprint("t", rng.IntN(5))
		}
		parsed, err := ParseTemplates(templates)
		if err != nil {
			t.Fatal(err)
		}
		c, err := NewCorpus([][][]string{sentence}, [][]string{tags}, parsed)
		if err != nil {
			t.Fatal(err)
		}
		p := prepare(t, c, Settings{Workers: 1})
		x, g := make([]float64, p.dim()), make([]float64, p.dim())
		for i := range x {
			x[i] = 5 * rng.NormFloat64()
		}
		p.evaluate(x, g)
		rest, excess := slices.Clone(p.rest), slices.Clone(p.excess)
		w := p.workers[0]
		p.scoreNodes(w, x, 0, n)
		got := p.goForward(w, 0, n)
		for i, v := range w.node {
			w.node[i] = math.Log(v)
		}
		clear(p.sums)
		if want := p.inLogarithms(w, x, 0, n); math.Abs(got-want) > 1e-11*math.Abs(want) {
			t.Errorf("logarithm of the sum %v, want %v", got, want)
		}
		for kind := range p.kinds.rows {
			p.compare(kind)
		}
		for name, pair := range map[string][2][]float64{"marginals": {rest, p.rest}, "pairs": {excess, p.excess}} {
			for i, v := range pair[0] {
				if math.Abs(v-pair[1][i]) > 1e-8*max(1, math.Abs(v)) {
					t.Fatalf("%s: number %d is %v, in logarithms %v", name, i, v, pair[1][i])
				}
			}
		}
	}
}

// Viterbi and marginals agree with the enumeration of all taggings.
func TestTaggings(t *testing.T) {
	for name, templates := range templateSets {
		t.Run(name, func(t *testing.T) {
			c := small(t, 3, 30, 3, templates)
			m, err := Settings{Workers: 1}.Fit(t.Context(), c, all(c))
			if err != nil {
				t.Fatal(err)
			}
			rng := rand.New(rand.NewPCG(5, 0))
			for range 20 {
				var sentence [][]string
				for range 1 + rng.IntN(4) {
					sentence = append(sentence, []string{fmt.Sprint("w", rng.IntN(8)), fmt.Sprint("p", rng.IntN(2))})
				}
				checkTaggings(t, m, sentence)
			}
		})
	}
}

func checkTaggings(t *testing.T, m *Model, sentence [][]string) {
	t.Helper()
	n, width := len(sentence), len(m.labels)
	score := func(labels []int) (sum float64) {
		for i, y := range labels {
			for _, one := range m.templates.unigram {
				if r := m.node.row(one.expand(nil, sentence, i)); r >= 0 {
					sum += m.node.weights[int(r)*width+y]
				}
			}
			for _, one := range m.templates.bigram {
				if r := m.edge.row(one.expand(nil, sentence, i)); i > 0 && r >= 0 {
					sum += m.edge.weights[(int(r)*width+labels[i-1])*width+y]
				}
			}
		}
		return sum
	}
	marginals := make([][]float64, n)
	for i := range marginals {
		marginals[i] = make([]float64, width)
	}
	total, best := 0.0, math.Inf(-1)
	var bestLabels []string
	for code := range int(math.Pow(float64(width), float64(n))) {
		labels, names := make([]int, n), make([]string, n)
		for i := range labels {
			labels[i] = code % width
			names[i] = m.labels[labels[i]]
			code /= width
		}
		s := score(labels)
		if s > best+1e-9 {
			best, bestLabels = s, names
		}
		total += math.Exp(s)
		for i, y := range labels {
			marginals[i][y] += math.Exp(s)
		}
	}
	got, err := m.Marginals(sentence)
	if err != nil {
		t.Fatal(err)
	}
	for i := range marginals {
		for y := range width {
			if want := marginals[i][y] / total; math.Abs(got[i][y]-want) > 1e-12 {
				t.Errorf("token %d, label %d: marginal %v, want %v", i, y, got[i][y], want)
			}
		}
	}
	tags, err := m.Tag(sentence)
	if err != nil {
		t.Fatal(err)
	}
	found := make([]int, n)
	for i, tag := range tags {
		for y, l := range m.labels {
			if l == tag {
				found[i] = y
			}
		}
	}
	if s := score(found); math.Abs(s-best) > 1e-9 {
		t.Errorf("tags %q of score %v, best %q of %v", tags, s, bestLabels, best)
	}
}
