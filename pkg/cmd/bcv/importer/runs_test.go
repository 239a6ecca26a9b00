package importer

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/block-regularized/bcv/pkg/text"
)

// The files of several seeds on one test set are not hold-outs, with tokens or without.
func TestConllOfSeeds(t *testing.T) {
	for _, tokens := range []bool{true, false} {
		for _, c := range []struct {
			testSets []int
			want     string // in the error
		}{{[]int{0, 0, 0}, "these are 3 runs on one test set, not 3 hold-outs"},
			{[]int{0, 1, 1}, "these are 3 runs on 2 test sets"}, {[]int{0, 1, 2}, ""}} {
			dir := t.TempDir()
			for j, s := range c.testSets {
				var b strings.Builder
				for i := range 12 { // gold tags that differ from test set to test set
					gold := []string{"O", "B-X"}[(i*(s+1)+s)/2%2]
					predicted := []string{"O", "B-X"}[(i+j)%2]
					word := ""
					if tokens {
						word = fmt.Sprintf("w%d ", i+8*s)
					}
					fmt.Fprintf(&b, "%s%s %s\n\n", word, gold, predicted)
				}
				if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("%d.1.txt", j+1)), []byte(b.String()),
					0o600); err != nil {
					t.Fatal(err)
				}
			}
			_, err := Conll{Scheme: text.IOB2, Semantics: text.Conlleval, Models: []Model{{"A", dir}}}.Read()
			if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
				t.Errorf("tokens %v, test sets %v: error %v, want %q", tokens, c.testSets, err, c.want)
			}
		}
	}
}
