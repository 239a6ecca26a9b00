// Package fakecorpus makes up sentences of the shape of an entity corpus, for tests
// and benchmarks: 14 tokens per sentence, words whose frequencies fall as 1/rank, parts
// of speech, four types of entities in IOB2.
package fakecorpus

import (
	"math"
	"math/rand/v2"
	"strconv"
)

// Templates are the templates of CRF++'s example of chunking: words and parts of speech
// within two tokens, with their pairs and triples.
const Templates = `U00:%x[-2,0]
U01:%x[-1,0]
U02:%x[0,0]
U03:%x[1,0]
U04:%x[2,0]
U05:%x[-1,0]/%x[0,0]
U06:%x[0,0]/%x[1,0]
U10:%x[-2,1]
U11:%x[-1,1]
U12:%x[0,1]
U13:%x[1,1]
U14:%x[2,1]
U15:%x[-2,1]/%x[-1,1]
U16:%x[-1,1]/%x[0,1]
U17:%x[0,1]/%x[1,1]
U18:%x[1,1]/%x[2,1]
U20:%x[-2,1]/%x[-1,1]/%x[0,1]
U21:%x[-1,1]/%x[0,1]/%x[1,1]
U22:%x[0,1]/%x[1,1]/%x[2,1]
B
`

const (
	words = 9000 // of no entity
	names = 1500 // of each type of entity
	parts = 36   // of speech
)

var types = []string{"LOC", "MISC", "ORG", "PER"}

// Sentences returns n sentences: the word and the part of speech of each token, and
// the tags. The same seed gives the same sentences, and more of them begin alike.
func Sentences(seed uint64, n int) (tokens [][][]string, tags [][]string) {
	rng := rand.New(rand.NewPCG(seed, 17))
	for range n {
		var sentence [][]string
		var own []string
		part := 0
		for length := 1 + rng.IntN(27); len(sentence) < length; {
			if rng.Float64() >= 0.13 {
				word := rank(rng, words)
				part = follow(rng, part, word)
				sentence = append(sentence, []string{"w" + strconv.Itoa(word), "P" + strconv.Itoa(part)})
				own = append(own, "O")
				continue
			}
			kind, tag := types[rng.IntN(len(types))], "B-"
			for range 1 + rng.IntN(3) {
				sentence = append(sentence, name(rng, kind))
				own = append(own, tag+kind)
				tag = "I-"
			}
			part = 0
		}
		tokens, tags = append(tokens, sentence), append(tags, own)
	}
	return tokens, tags
}

// name draws a token of an entity; every fifth is of a name that all types share, and
// some are parts of names and common words at once.
func name(rng *rand.Rand, kind string) []string {
	word := kind + strconv.Itoa(rank(rng, names))
	switch rng.IntN(10) {
	case 0, 1:
		word = "N" + strconv.Itoa(rank(rng, names))
	case 2:
		word = "w" + strconv.Itoa(rank(rng, words))
	}
	part := "PN"
	if rng.IntN(8) == 0 {
		part = "P" + strconv.Itoa(rng.IntN(parts))
	}
	return []string{word, part}
}

// rank draws from 0 to n-1 with probabilities about as 1/(1+rank).
func rank(rng *rand.Rand, n int) int {
	return min(n-1, int(math.Exp(rng.Float64()*math.Log(float64(n)+1)))-1)
}

// follow draws a part of speech: mostly the word's own, else one that often follows
// the part before it.
func follow(rng *rand.Rand, before, word int) int {
	if rng.IntN(6) > 0 {
		return word * 7919 % parts
	}
	return (before*5 + rng.IntN(4)) % parts
}
