package text

import (
	"bufio"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
)

// The counts come from an independent script, see testdata/taggings.py.
func TestCountsOfSeqevalAndConlleval(t *testing.T) {
	f, err := os.Open("testdata/taggings.tsv")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	seen := map[Scheme]int{}
	correct := 0
	for in := bufio.NewScanner(f); in.Scan(); {
		fields := strings.Split(in.Text(), "\t")
		s, err := ParseScheme(fields[0])
		if err != nil {
			t.Fatal(err)
		}
		seen[s]++
		gold, err := s.Tags(strings.Fields(fields[1])...)
		if err != nil {
			t.Fatal(err)
		}
		predicted, err := s.Tags(strings.Fields(fields[2])...)
		if err != nil {
			t.Fatal(err)
		}
		for k, how := range []Semantics{Strict, Conlleval} {
			c := Counts{}
			c.Add(s.Chunks(gold, how), s.Chunks(predicted, how))
			var out []string
			for _, kind := range c.Types() {
				out = append(out, fmt.Sprintf("%s:%d,%d,%d", kind, c[kind].Gold, c[kind].Predicted, c[kind].Correct))
			}
			if got := strings.Join(out, " "); got != fields[3+k] {
				t.Errorf("%s, %s\ngold %s\npred %s\ngot  %s\nwant %s", s, how, fields[1], fields[2], got, fields[3+k])
			}
			correct += c.All().Correct
		}
	}
	for _, s := range schemes() {
		if seen[s] != 200 {
			t.Errorf("%d taggings of %s, want 200", seen[s], s)
		}
	}
	if correct < 1000 {
		t.Errorf("only %d correct chunks", correct)
	}
}

// All chunkings of short sentences survive the way through tags of every scheme.
func TestTaggingRoundTrip(t *testing.T) {
	const n = 6
	var all func(from int, chunks []Chunk)
	count := 0
	all = func(from int, chunks []Chunk) {
		count++
		for _, s := range schemes() {
			tags, err := s.Tagging(n, chunks)
			if err != nil {
				t.Fatal(err)
			}
			for _, how := range []Semantics{Strict, Conlleval} {
				if s == IOE1 && how == Strict {
					continue // see the documentation of Strict
				}
				if got := s.Chunks(tags, how); !slices.Equal(got, chunks) {
					t.Fatalf("%s, %s: %v, want %v", s, how, got, chunks)
				}
			}
			if bad, _ := s.Faults(tags); bad != 0 {
				t.Fatalf("%s: %d faults in %v", s, bad, tags)
			}
			for _, tag := range tags {
				if back, err := s.Tag(s.Text(tag)); err != nil || back != tag {
					t.Fatalf("%s: %v, %v", s, back, err)
				}
			}
			if got := converted(t, IOB2, tags, s, Conlleval); !slices.Equal(IOB2.Chunks(got, Strict), chunks) {
				t.Fatalf("%s to IOB2: got %v, want the chunks %v", s, got, chunks)
			}
		}
		for i := from; i < n; i++ {
			for j := i + 1; j <= n; j++ {
				for _, kind := range []string{"A", "B"} {
					all(j, append(slices.Clip(chunks), Chunk{Type: kind, Begin: i, End: j}))
				}
			}
		}
	}
	all(0, nil)
	if count < 1000 {
		t.Errorf("only %d chunkings", count)
	}
}

// A tagging without faults is one that Tagging writes: the chunks read from it give the same tags again. All
// taggings of three tokens.
func TestFaults(t *testing.T) {
	for _, s := range schemes() {
		how := Strict
		if s == IOE1 {
			how = Conlleval
		}
		var tags []Tag
		for prefix := range letters[s] {
			for _, kind := range []string{"-A", "-B"} {
				if prefix == "O" {
					kind = ""
				}
				tag, err := s.Tag(prefix + kind)
				if err != nil {
					t.Fatal(err)
				}
				tags = append(tags, tag)
			}
		}
		for _, a := range tags {
			for _, b := range tags {
				for _, c := range tags {
					sentence := []Tag{a, b, c}
					bad, first := s.Faults(sentence)
					clean := slices.Equal(converted(t, s, sentence, s, how), sentence)
					if clean != (bad == 0) || first < 0 || first > 2 {
						t.Errorf("%s: %v has %d faults, written again the same: %v", s, sentence, bad, clean)
					}
				}
			}
		}
	}
}

func TestTagErrors(t *testing.T) {
	for _, c := range []struct {
		scheme Scheme
		tag    string
	}{{IOB2, "E-PER"}, {IOBES, "M"}, {IOB2, "O-PER"}, {IOB2, ""}, {BMES, "I"}, {IOB2, "PER"}} {
		if _, err := c.scheme.Tags("O", c.tag); err == nil || !strings.Contains(err.Error(), "text: tag") {
			t.Errorf("%s %q: %v", c.scheme, c.tag, err)
		}
	}
	if _, err := ParseScheme("iob3"); err == nil {
		t.Error("iob3 is accepted")
	}
	if s, err := ParseScheme(" BIOES"); s != IOBES || err != nil {
		t.Error(s, err)
	}
	if s, err := ParseSemantics("seqeval"); s != Strict || err != nil {
		t.Error(s, err)
	}
	if _, err := ParseSemantics("loose"); err == nil {
		t.Error("loose is accepted")
	}
	for _, chunks := range [][]Chunk{{{Begin: 2, End: 2}}, {{Begin: 0, End: 4}},
		{{Begin: 1, End: 3}, {Begin: 2, End: 3}}} {
		if _, err := IOB2.Tagging(3, chunks); err == nil {
			t.Errorf("%v is accepted", chunks)
		}
	}
}

// converted returns the tags in scheme s of the chunks that tags have in scheme from.
func converted(t *testing.T, s Scheme, tags []Tag, from Scheme, how Semantics) []Tag {
	t.Helper()
	out, err := s.Tagging(len(tags), from.Chunks(tags, how))
	if err != nil {
		t.Fatal(err)
	}
	return out
}
