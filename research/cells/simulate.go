package cells

import (
	"bytes"
	"context"
	"os"
	"os/signal"

	"github.com/go-gota/gota/dataframe"

	"github.com/block-regularized/bcv/internal/kept"
	"github.com/block-regularized/bcv/pkg/display"
	"github.com/block-regularized/bcv/research/study"
)

// Simulate runs a study with settings of one's own, and returns its tables as data frames:
//
//	rho := cells.Simulate(correlation.Scatter, map[string]string{"distribution": "twonorm",
//		"learners": "knn(k=1), c4.5", "n": "100", "sets": "200"})[0]
//
// Settings that are not named have the defaults that bcv study show NAME lists; a name or a value that the study does not
// know is one line that lists those that it does. What is done is kept (see package nb), so that a cell that was
// interrupted goes on, and one that has run is done at once.
func Simulate(s study.Study, settings map[string]string) (tables []dataframe.DataFrame) {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	cfg := Config()
	cfg.Own, cfg.Progress = settings, display.Progress("study "+s.Name)
	if cfg.Checkpoints = kept.Directory(); cfg.Checkpoints != "" {
		display.Check(os.MkdirAll(cfg.Checkpoints, 0o700))
	}
	for _, t := range display.Must(study.Run(ctx, cfg, s)) {
		var text bytes.Buffer
		display.Check(t.Write(&text))
		df := dataframe.ReadCSV(&text)
		display.Check(df.Err)
		tables = append(tables, df)
	}
	return tables
}
