package corpus

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/block-regularized/bcv/internal/table"
	"github.com/block-regularized/bcv/pkg/text"
)

const uner = `# newdoc id = a
# text = New York !
1	New	B-LOC	-	x
2	York	I-LOC	-	x
3	!	O	-	x

# sent_id = 2
1	#	O	-	x
2	Ann	B-PER	-	x
`

func TestColumns(t *testing.T) {
	c, err := Columns{Scheme: text.IOB2, Tag: 3, Fields: []int{2}}.Parse("a", strings.NewReader(uner))
	if err != nil {
		t.Fatal(err)
	}
	want := &Corpus{Tokens: [][][]string{{{"New"}, {"York"}, {"!"}}, {{"#"}, {"Ann"}}},
		Chunks: [][]text.Chunk{{{Type: "LOC", Begin: 0, End: 2}}, {{Type: "PER", Begin: 1, End: 2}}}}
	if diff := cmp.Diff(want, c); diff != "" {
		t.Error(diff)
	}
	// The last column is the tag, the others are fields; a sentence may begin with #.
	c, err = Columns{Scheme: text.IOB1}.Parse("a", strings.NewReader("-DOCSTART- -X- O\n\nEU N I-ORG\n\n# N O\nit P O\n"))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([][][]string{{{"EU", "N"}}, {{"#", "N"}, {"it", "P"}}}, c.Tokens); diff != "" {
		t.Error(diff)
	}
	if got := []int{c.Len(), c.Size(), c.Fields()}; !slices.Equal(got, []int{2, 3, 2}) {
		t.Errorf("sentences, tokens and fields %v, want [2 3 2]", got)
	}
	tags, err := c.Tags(text.IOBES)
	if err != nil || tags[0][0] != "S-ORG" {
		t.Errorf("%v, %v", tags, err)
	}
}

func TestWords(t *testing.T) {
	want := &Corpus{Tokens: [][][]string{{{"加"}, {"速"}, {"度"}, {"不"}}},
		Chunks: [][]text.Chunk{{{Begin: 0, End: 3}, {Begin: 3, End: 4}}}}
	c, err := parseWords(table.NewLines("a", "text", strings.NewReader("\n加速度  不\n")))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, c); diff != "" {
		t.Error(diff)
	}
	var b strings.Builder
	b.WriteString("# text = x\n")
	for _, word := range []string{"1-2\t加速度不", "1\t加速度", "2\t不", "2.1\t空"} {
		b.WriteString(word + strings.Repeat("\t_", 8) + "\n")
	}
	u, err := parseCoNLLU(table.NewLines("a", "text", strings.NewReader(b.String())))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, u); diff != "" {
		t.Error(diff)
	}
	six, err := u.Tags(text.BB2B3MES)
	if err != nil || strings.Join(six[0], " ") != "B B2 E S" {
		t.Errorf("%v, %v", six, err)
	}
}

func TestRefused(t *testing.T) {
	columns := func(o Columns) func(string) (*Corpus, error) {
		return func(s string) (*Corpus, error) { return o.Parse("f.txt", strings.NewReader(s)) }
	}
	plain := columns(Columns{Scheme: text.IOB2})
	words := func(s string) (*Corpus, error) {
		return parseWords(table.NewLines("f.txt", "text", strings.NewReader(s)))
	}
	conllu := func(s string) (*Corpus, error) {
		return parseCoNLLU(table.NewLines("f.txt", "text", strings.NewReader(s)))
	}
	for _, c := range []struct {
		name string
		read func(string) (*Corpus, error)
		text string
		want string
	}{
		{"nothing", plain, "\n\n", "f.txt: no sentences"},
		{"no words", words, " \n", "f.txt: no sentences"},
		{"broken columns", plain, "a N O\nb O\n", "row 2: 2 columns, 3 in the first token"},
		{"one column", plain, "O\n", "row 1: one column"},
		{"a tag outside the scheme", plain, "a O\n\nb S-LOC\n", "row 3"},
		{"a transition outside the scheme", plain, "a O\nb O\nc I-LOC\n", "row 3: I-LOC cannot stand here in scheme iob2"},
		{"no such column", columns(Columns{Scheme: text.IOB2, Tag: 4}), "a O\n", "column 4; the first token has 2"},
		{"the tag as a field", columns(Columns{Scheme: text.IOB2, Fields: []int{1, 2}}), "a O\n", "a tagger must not see it"},
		{"a long token", plain, "a O\n" + strings.Repeat("x", 5000) + " O\n", "row 2: a token of 5000 bytes"},
		{"a token of 1 MB", plain, "a O\n" + strings.Repeat("x", 1<<20) + " O\n", "row 2: a token of 1048576 bytes"},
		{"a long word", words, strings.Repeat("x", 1<<19), "row 1: a token of"},
		{"UTF-16", words, "\xff\xfea\x00", "UTF-16"},
		{"not UTF-8 in a field", plain, "a N O\nb \xff O\n", "row 2: byte 0xff is not UTF-8 text"},
		{"not UTF-8 in a tag", plain, "a N O\nb N \xff\n", "row 2: byte 0xff is not UTF-8 text"},
		{"not UTF-8 in a word of CoNLL-U", conllu, "1\t\xe9" + strings.Repeat("\t_", 8) + "\n",
			"row 1: byte 0xe9 is not UTF-8 text"},
		{"not CoNLL-U", conllu, "a b\n", "row 1: 1 columns separated by tabs"},
		{"no number", conllu, "x\ta" + strings.Repeat("\t_", 8), `row 1: "x" is not the number`},
	} {
		got, err := c.read(c.text)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, error %v, want %q", c.name, got, err, c.want)
		} else if text := err.Error(); strings.Contains(text, "\n") || len(text) > 300 {
			t.Errorf("%s: error %q, want one line of at most 300 bytes", c.name, text)
		}
	}
}

func TestOnly(t *testing.T) {
	c, err := Columns{Scheme: text.IOB2, Tag: 3, Fields: []int{2}}.Parse("a", strings.NewReader(uner))
	if err != nil {
		t.Fatal(err)
	}
	o, err := c.Only("PER")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([][]text.Chunk{nil, {{Type: "PER", Begin: 1, End: 2}}}, o.Chunks); diff != "" {
		t.Error(diff)
	}
	if got := c.Types()["LOC"]; got != 1 {
		t.Errorf("%d chunks of LOC are left in the corpus, want 1", got)
	}
	if _, err := c.Only("ORG"); err == nil || !strings.Contains(err.Error(), `["LOC" "PER"]`) {
		t.Error(err)
	}
	want := [][]text.Chunk{{{Type: "boundary", Begin: 0, End: 2}}, {{Type: "boundary", Begin: 1, End: 2}}}
	if diff := cmp.Diff(want, c.Boundaries().Chunks); diff != "" {
		t.Error(diff)
	}
	if got := c.Types()["LOC"]; got != 1 {
		t.Errorf("%d chunks of LOC are left in the corpus, want 1", got)
	}
	if err := o.Append(c); err != nil || o.Len() != 4 {
		t.Errorf("%d sentences, %v", o.Len(), err)
	}
	if got := c.ChunkTypes(); got.Categories != 2 || len(got.Of[0]) != 1 {
		t.Errorf("%+v", got)
	}
}

func FuzzParse(f *testing.F) {
	f.Add(uner)
	f.Add("加速度  不\n")
	f.Fuzz(func(t *testing.T, s string) {
		for _, read := range []func(string, string) (*Corpus, error){
			func(n, s string) (*Corpus, error) { return Columns{Scheme: text.IOB1}.Parse(n, strings.NewReader(s)) },
			func(n, s string) (*Corpus, error) { return parseWords(table.NewLines(n, "text", strings.NewReader(s))) },
			func(n, s string) (*Corpus, error) {
				return parseCoNLLU(table.NewLines(n, "text", strings.NewReader(s)))
			},
		} {
			c, err := read("f", s)
			if err != nil {
				continue
			}
			if c.Len() == 0 || len(c.Chunks) != c.Len() {
				t.Fatalf("%d sentences, %d lists of chunks", c.Len(), len(c.Chunks))
			}
			if _, err := c.Tags(text.BMES); err != nil {
				t.Fatal(err)
			}
		}
	})
}
