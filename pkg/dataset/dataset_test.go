package dataset

import (
	"slices"
	"strings"
	"testing"
)

func TestReadEntities(t *testing.T) {
	const text = "-DOCSTART- -X- O O\n\nEU NNP I-NP I-ORG\nrejects VBZ I-VP O\nGerman JJ I-NP I-MISC\n\nA X Y I-PER\nB X Y I-PER\nC X Y B-PER\nD X Y I-LOC\n\n\nno X Y O\n"
	got, err := ReadEntities(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	want := [][]string{{"ORG", "MISC"}, {"PER", "PER", "LOC"}, nil}
	if !slices.EqualFunc(got, want, slices.Equal) {
		t.Errorf("got %v, want %v", got, want)
	}
	if _, err := ReadEntities(strings.NewReader("EU NNP ORG\n")); err == nil || !strings.Contains(err.Error(), "line 1") {
		t.Errorf("a tag without a kind: %v", err)
	}
}
