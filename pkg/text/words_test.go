package text

import (
	"strings"
	"testing"
)

// The example of the Bakeoff's way to count, by hand: of the gold words 共同 创造 美好 的 新
// 世纪, the text 共同 创 造 美好 的 新世纪 has three.
func TestWords(t *testing.T) {
	known := func(word string) bool { return strings.Contains("共同 美好 的 新", word) }
	var w Words
	if err := w.Add("共同 创造 美好 的 新 世纪", "共同  创　造 美好\t的 新世纪 ", known); err != nil {
		t.Fatal(err)
	}
	if w.All != (Count{6, 6, 3}) || w.Known != (Count{4, 3, 3}) || w.Unknown != (Count{2, 3, 0}) {
		t.Errorf("%+v", w)
	}
	if err := w.Add("a bc", "a bc", nil); err != nil || w.All != (Count{8, 8, 5}) || w.Unknown != (Count{2, 3, 0}) {
		t.Errorf("%+v, %v", w, err)
	}
	if err := w.Add("", " ", nil); err != nil || w.All.Gold != 8 {
		t.Errorf("%+v, %v", w, err)
	}
	for _, c := range []struct{ gold, predicted, want string }{
		{"ab c", "ab d", "from character 3 on"}, {"ab", "a", "from character 2 on"}, {"", "a", "from character 1 on"},
		{"\xff", "\uFFFD", "from character 1 on"},
	} {
		if err := w.Add(c.gold, c.predicted, nil); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q, %q: %v", c.gold, c.predicted, err)
		}
	}
	var words []string
	EachWord(" 共同 创造　x\n", func(word string) { words = append(words, word) })
	if strings.Join(words, "|") != "共同|创造|x" {
		t.Errorf("%q", words)
	}
}

// Words are the chunks of characters that scheme BMES tags: both ways count the same.
func FuzzWords(f *testing.F) {
	f.Add("ab c", "a bc")
	f.Add("共同 创造", "共 同创造")
	f.Fuzz(func(t *testing.T, gold, predicted string) {
		var w Words
		if w.Add(gold, predicted, nil) != nil {
			return
		}
		chunks := func(line string) (out []Chunk) {
			from := 0
			for _, word := range strings.Fields(line) {
				n := len([]rune(word))
				out = append(out, Chunk{Begin: from, End: from + n})
				from += n
			}
			return out
		}
		c := Counts{}
		c.Add(chunks(gold), chunks(predicted))
		if c.All() != w.All {
			t.Errorf("%q, %q: %+v by words, %+v by characters", gold, predicted, w.All, c.All())
		}
	})
}
