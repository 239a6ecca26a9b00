package fold

import (
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/block-regularized/bcv/pkg/posterior"
	"github.com/block-regularized/bcv/pkg/table"
)

func TestReadCounts(t *testing.T) {
	c, err := ReadCounts("../../data/counts/acl2019.csv")
	if err != nil {
		t.Fatal(err)
	}
	tasks := c.Tasks
	if len(tasks) != 3 || tasks[2].Name != "ORG" || tasks[2].M != 3 || tasks[2].B.Name != "IOBES" {
		t.Fatalf("tasks %+v", tasks)
	}
	if got, want := tasks[2].B.Folds[5], posterior.Chunks(3178, 2218, 2054); got != want {
		t.Errorf("last fold %+v, want %+v", got, want)
	}
}

// Whatever the bytes, a reader answers with tasks that can be compared or
// with an error of the table, in one line.
func FuzzParseCounts(f *testing.F) {
	good, err := os.ReadFile("../../data/counts/acl2019.csv")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(string(good))
	f.Add("model,replication,fold,tp,fp,fn\na,1,1,0,0,0\na,1,2,0,0,0\nb,1,1,0,0,0\nb,1,2,9007199254740992,0,0\n")
	f.Add("task,model,replication,fold,gold,predicted,correct\n,a,1,1,,,\n")
	f.Fuzz(func(t *testing.T, text string) {
		c, err := ParseCounts("fuzz.csv", strings.NewReader(text))
		var te *table.Error
		if err != nil {
			if !errors.As(err, &te) || strings.Contains(err.Error(), "\n") {
				t.Fatalf("error %q", err)
			}
			return
		}
		opt := posterior.Options{}
		opt.Metrics = []posterior.Metric{posterior.Recall}
		rows, err := posterior.Compare(c.Tasks, opt)
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range rows {
			if !(r.PH0 >= 0 && r.PH0 <= 1 && r.ALow <= r.AHigh && r.A >= 0 && r.A <= 1) {
				t.Fatalf("comparison %+v", r)
			}
		}
	})
}
