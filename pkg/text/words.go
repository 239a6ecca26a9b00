package text

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Words counts the words of segmented text as the Bakeoffs of SIGHAN do: a predicted word is correct if a gold word
// has the same characters at the same place. With a vocabulary, usually of the training text, words inside and
// outside it are counted separately; the recall of words outside is the Bakeoffs' OOV recall.
type Words struct {
	All     Count
	Known   Count // words of the vocabulary
	Unknown Count // words outside it; all zero without a vocabulary
}

// Add counts a line of gold and predicted text, whose words are separated by white space. Apart from white space
// both must have the same characters; otherwise the error names the first difference, counted from 1. known reports
// whether a word is in the vocabulary; nil means there is none.
func (w *Words) Add(gold, predicted string, known func(word string) bool) error {
	if at := differ(gold, predicted); at > 0 {
		return fmt.Errorf("text: the texts differ from character %d on, white space not counted; segment the same text", at)
	}
	g, p := scanner{text: gold}, scanner{text: predicted}
	moreG, moreP := g.next(), p.next()
	for moreG || moreP {
		switch {
		case moreG && moreP && g.from == p.from && g.to == p.to:
			w.count(g.word, Count{Gold: 1, Predicted: 1, Correct: 1}, known)
			moreG, moreP = g.next(), p.next()
		case moreG && (!moreP || g.to <= p.to):
			w.count(g.word, Count{Gold: 1}, known)
			moreG = g.next()
		default:
			w.count(p.word, Count{Predicted: 1}, known)
			moreP = p.next()
		}
	}
	return nil
}

// differ returns the number, from 1, of the first difference of two texts without white space; 0 if there is none.
func differ(a, b string) int {
	for n := 1; ; n++ {
		a, b = strings.TrimLeftFunc(a, unicode.IsSpace), strings.TrimLeftFunc(b, unicode.IsSpace)
		x, i := utf8.DecodeRuneInString(a)
		y, j := utf8.DecodeRuneInString(b)
		if x != y || i != j {
			return n
		}
		if i == 0 {
			return 0
		}
		a, b = a[i:], b[j:]
	}
}

func (w *Words) count(word string, c Count, known func(string) bool) {
	w.All = w.All.Plus(c)
	switch {
	case known == nil:
	case known(word):
		w.Known = w.Known.Plus(c)
	default:
		w.Unknown = w.Unknown.Plus(c)
	}
}

// EachWord calls f with the words of a line of segmented text.
func EachWord(line string, f func(word string)) {
	for s := (scanner{text: line}); s.next(); {
		f(s.word)
	}
}

// scanner walks over the words of a line.
type scanner struct {
	text     string // after the word
	word     string
	from, to int // bytes of the word in the line without white space
}

func (s *scanner) next() bool {
	s.text = strings.TrimLeftFunc(s.text, unicode.IsSpace)
	n := strings.IndexFunc(s.text, unicode.IsSpace)
	if n < 0 {
		n = len(s.text)
	}
	s.word, s.text = s.text[:n], s.text[n:]
	s.from, s.to = s.to, s.to+n
	return n > 0
}
