package fakecorpus

import (
	"reflect"
	"strings"
	"testing"
)

func TestSentences(t *testing.T) {
	tokens, tags := Sentences(1, 500)
	count, entities := 0, 0
	for s, sentence := range tokens {
		if len(sentence) != len(tags[s]) || len(sentence) == 0 {
			t.Fatalf("sentence %d: %d tokens, %d tags", s, len(sentence), len(tags[s]))
		}
		for i, tag := range tags[s] {
			count++
			if len(sentence[i]) != 2 {
				t.Fatalf("fields %q", sentence[i])
			}
			switch kind, name, _ := strings.Cut(tag, "-"); kind {
			case "B":
				entities++
			case "I":
				if i == 0 || !strings.HasSuffix(tags[s][i-1], "-"+name) {
					t.Errorf("sentence %d: %q after %q", s, tag, tags[s][:i])
				}
			}
		}
	}
	if count < 6000 || count > 8500 || entities < 500 || entities > 1500 {
		t.Errorf("%d tokens, %d entities", count, entities)
	}
	again, _ := Sentences(1, 20)
	if !reflect.DeepEqual(again, tokens[:20]) {
		t.Error("not the same again")
	}
	if other, _ := Sentences(2, 20); reflect.DeepEqual(other, again) {
		t.Error("another seed, the same sentences")
	}
}
