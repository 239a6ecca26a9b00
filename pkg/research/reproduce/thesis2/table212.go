package thesis2

import "github.com/block-regularized/bcv/pkg/research/reproduce"

// repeated are the configurations whose experiment the thesis did twenty times.
var repeated = map[string]bool{"krvskp+knn+200+36": true, "krvskp+svm+200+36": true, "optdigits+knn+300+64": true}

// table212 returns table 2.12 from the results of table 2.10: the mean over twenty
// experiments, and its standard error, which follows from the standard error of one. Ours is
// estimated from the spread of the shards.
func table212(results []reproduce.Result, shards int) []reproduce.Result {
	published := reproduce.Sampling{Draws: 10_000, Sets: 1000, Repeats: 20} // §2.4.3
	var out []reproduce.Result
	for _, r := range results {
		if r.Item != "table-2.10" {
			continue
		}
		mean, se := r, r
		mean.Item, mean.Key = "table-2.12", r.Key+"/variance_mean"
		se.Item, se.Key = "table-2.12", r.Key+"/variance_se"
		mean.PublishedSE, se.PublishedSE = published.Repeated(r.PublishedSE)
		se.Value = mean.PublishedSE
		se.SE = se.Value * reproduce.RelativeErrorOfSpread(shards)
		out = append(out, mean, se)
	}
	return out
}
