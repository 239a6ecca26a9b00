package fold

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/block-regularized/bcv/pkg/internal/table"
	"github.com/block-regularized/bcv/pkg/posterior"
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

// Time and memory are proportional to the rows, also with true negatives, where the
// records of every task are summed.
func TestManyTasks(t *testing.T) {
	const n = 20_000
	var b strings.Builder
	b.WriteString("task,model,replication,fold,tp,fp,fn,tn\n")
	for i := range n {
		for _, row := range []string{"a,1,1,5", "a,1,2,6", "b,1,1,7", "b,1,2,4"} {
			fmt.Fprintf(&b, "t%d,%s,%d,2,%d\n", i, row, i%7, 20+i%3)
		}
	}
	start := time.Now()
	c, err := ParseCounts("c.csv", strings.NewReader(b.String()))
	if err != nil || len(c.Tasks) != n || c.Tasks[n-1].Name != fmt.Sprintf("t%d", n-1) || c.Designs[0].Records != 55 {
		t.Fatalf("%d tasks, %+v, %v", len(c.Tasks), c.Designs[0], err)
	}
	if took := time.Since(start); took > 20*time.Second { // a minute and more where it is quadratic
		t.Errorf("%v for %d tasks", took, n)
	}
	if notes := c.Notes(); len(notes) != 12 || !strings.Contains(notes[11], "19990 more tasks") {
		t.Errorf("%d notes", len(notes))
	}
}
