package crf

import (
	"fmt"
	"math"
	"slices"
)

// Model is a fitted random field. It is safe for concurrent use.
type Model struct {
	Report     Report // of the fit
	templates  *Templates
	labels     []string
	node, edge table
	extraction *extraction // of the corpus it was fitted on
}

// table has the weights of attributes: attributes of one row have equal weights.
type table struct {
	index   map[string]int32 // attribute -> number
	of      []int32          // number -> row or -1
	weights []float64        // rows
}

// row returns the row of an attribute, or -1.
func (t *table) row(name []byte) int32 {
	id, ok := t.index[string(name)]
	if !ok {
		return -1
	}
	return t.of[id]
}

// Labels returns the tags of the model in alphabetical order.
func (m *Model) Labels() []string { return append([]string(nil), m.labels...) }

// Tag returns the most probable tagging of a sentence, whose tokens have the columns of the templates. Ties go to
// the first label, from the last token to the first.
func (m *Model) Tag(sentence [][]string) ([]string, error) {
	l, err := m.expand(sentence)
	if err != nil {
		return nil, err
	}
	return m.viterbi(l), nil
}

// Marginals returns the probability of each label (columns, as Labels) at each token
// (rows).
func (m *Model) Marginals(sentence [][]string) ([][]float64, error) {
	l, err := m.expand(sentence)
	if err != nil {
		return nil, err
	}
	return m.marginals(l), nil
}

// TagRows returns the most probable taggings of the given sentences (from 0) of the corpus that the model was
// fitted on. It gives the same tags as Tag, but without expanding templates again.
func (m *Model) TagRows(rows []int32) ([][]string, error) {
	e := m.extraction
	out := make([][]string, 0, len(rows))
	for _, s := range rows {
		if s < 0 || int(s) >= e.sentences() {
			return nil, fmt.Errorf("crf: sentence %d of a corpus of %d", s, e.sentences())
		}
		l := m.lattice(int(e.start[s+1] - e.start[s]))
		for i := e.start[s]; i < e.start[s+1]; i++ {
			l.node = append(l.node, known(m.node.of, e.node.row(i)))
			l.edge = append(l.edge, known(m.edge.of, e.edge.row(i)))
		}
		out = append(out, m.viterbi(l))
	}
	return out, nil
}

// known returns the rows of those attributes that have one.
func known(of, ids []int32) []int32 {
	rows := make([]int32, 0, len(ids))
	for _, id := range ids {
		if id >= 0 && of[id] >= 0 {
			rows = append(rows, of[id])
		}
	}
	return rows
}

// lattice has the rows of weights at each position of a sentence.
type lattice struct {
	node, edge [][]int32
}

func (m *Model) lattice(n int) *lattice {
	return &lattice{make([][]int32, 0, n), make([][]int32, 0, n)}
}

// expand returns the lattice of a sentence.
func (m *Model) expand(sentence [][]string) (*lattice, error) {
	if len(sentence) == 0 {
		return m.lattice(0), nil
	}
	if err := checkSentence(sentence, len(sentence[0]), m.templates); err != nil {
		return nil, fmt.Errorf("crf: %w", err)
	}
	l := m.lattice(len(sentence))
	var name []byte
	look := func(t *table, templates []template, i int) []int32 {
		rows := make([]int32, 0, len(templates))
		for k := range templates {
			name = templates[k].expand(name[:0], sentence, i)
			if r := t.row(name); r >= 0 {
				rows = append(rows, r)
			}
		}
		return rows
	}
	for i := range sentence {
		l.node = append(l.node, look(&m.node, m.templates.unigram, i))
		l.edge = append(l.edge, nil)
		if i > 0 {
			l.edge[i] = look(&m.edge, m.templates.bigram, i)
		}
	}
	return l, nil
}

// scores returns the sum of the weights of rows for each of n labels or pairs.
func (t *table) scores(rows []int32, n int) []float64 {
	s := make([]float64, n)
	gather(s, t.weights, rows)
	return s
}

// pairs returns the scores of the pairs of labels at position i, from 1; before are the scores at the previous
// position.
func (m *Model) pairs(l *lattice, i int, before []float64) []float64 {
	if i > 1 && slices.Equal(l.edge[i], l.edge[i-1]) {
		return before
	}
	return m.edge.scores(l.edge[i], len(m.labels)*len(m.labels))
}

// viterbi returns the labels of the best path.
func (m *Model) viterbi(l *lattice) []string {
	n, width := len(l.node), len(m.labels)
	if n == 0 {
		return []string{}
	}
	best := m.node.scores(l.node[0], width)
	from := make([]int32, n*width)
	var pair []float64
	for i := 1; i < n; i++ {
		pair = m.pairs(l, i, pair)
		next := m.node.scores(l.node[i], width)
		for j := range next {
			most, at := math.Inf(-1), 0
			for k, b := range best {
				if s := b + pair[k*width+j]; s > most {
					most, at = s, k
				}
			}
			next[j] += most
			from[i*width+j] = int32(at)
		}
		best = next
	}
	last := 0
	for j, b := range best {
		if b > best[last] {
			last = j
		}
	}
	out := make([]string, n)
	for i := n - 1; i >= 0; i-- {
		out[i] = m.labels[last]
		last = int(from[i*width+last])
	}
	return out
}

// marginals sums over all paths, in logarithms.
func (m *Model) marginals(l *lattice) [][]float64 {
	n, width := len(l.node), len(m.labels)
	node, pair := make([][]float64, n), make([][]float64, n)
	for i := range n {
		node[i] = m.node.scores(l.node[i], width)
		if i > 0 {
			pair[i] = m.pairs(l, i, pair[i-1])
		}
	}
	sums := make([]float64, width)
	forward := make([][]float64, n)
	for i := range n {
		forward[i] = append([]float64(nil), node[i]...)
		for j := 0; i > 0 && j < width; j++ {
			for k := range sums {
				sums[k] = forward[i-1][k] + pair[i][k*width+j]
			}
			forward[i][j] += logSumExp(sums)
		}
	}
	right := make([]float64, width)
	for i := n - 1; i >= 0; i-- {
		all := append([]float64(nil), right...)
		for j := range all {
			all[j] += forward[i][j]
		}
		logSum := logSumExp(all)
		for j := range right {
			right[j] += node[i][j]
			forward[i][j] = math.Exp(all[j] - logSum)
		}
		if i == 0 {
			break
		}
		next := make([]float64, width)
		for k := range next {
			for j := range sums {
				sums[j] = pair[i][k*width+j] + right[j]
			}
			next[k] = logSumExp(sums)
		}
		right = next
	}
	return forward
}
