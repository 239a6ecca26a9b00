package crf_test

import (
	"context"
	"fmt"
	"strings"

	"github.com/block-regularized/bcv/pkg/display"
	"github.com/block-regularized/bcv/pkg/learn/crf"
	"github.com/block-regularized/bcv/research/fakecorpus"
)

// A model of which words are names, from three sentences: the tags of a fourth, and how
// sure they are.
func Example() {
	templates, err := crf.ParseTemplates("U0:%x[0,0]\nU1:%x[-1,0]\nB\n")
	if err != nil {
		fmt.Println(err)
		return
	}
	var tokens [][][]string
	var tags [][]string
	for _, text := range []string{"in/O Paris/B we/O met/O Ann/B", "Ann/B was/O in/O New/B York/I", "she/O met/O Bob/B"} {
		var sentence [][]string
		var own []string
		for _, token := range strings.Fields(text) {
			word, tag, _ := strings.Cut(token, "/")
			sentence, own = append(sentence, []string{word}), append(own, tag)
		}
		tokens, tags = append(tokens, sentence), append(tags, own)
	}
	corpus, err := crf.NewCorpus(tokens, tags, templates)
	if err != nil {
		fmt.Println(err)
		return
	}
	model, err := crf.Settings{C: 10}.Fit(context.Background(), corpus, []int32{0, 1, 2})
	if err != nil {
		fmt.Println(err)
		return
	}
	sentence := [][]string{{"we"}, {"met"}, {"Kim"}, {"in"}, {"York"}}
	found, err := model.Tag(sentence)
	if err != nil {
		fmt.Println(err)
		return
	}
	sure, err := model.Marginals(sentence)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(model.Labels(), found)
	fmt.Printf("Kim is B with probability %.2f\n", sure[2][0])
	// Output:
	// [B I O] [O O B O B]
	// Kim is B with probability 0.81
}

// Two folds of a corpus: the model of each half tags the other.
func ExampleModel_TagRows() {
	ctx := context.Background()
	tokens, tags := fakecorpus.Sentences(1, 200)
	folds := []struct{ train, valid []int32 }{{}, {}}
	for i := range int32(200) {
		folds[i%2].train = append(folds[i%2].train, i)
		folds[1-i%2].valid = append(folds[1-i%2].valid, i)
	}
	report := func(m *crf.Model, valid []int32, predicted [][]string) {
		wrong, all := 0, 0
		for k, sentence := range predicted {
			for i, tag := range sentence {
				if all++; tag != tags[valid[k]][i] {
					wrong++
				}
			}
		}
		fmt.Printf("%d weights, %.2f of the tags are wrong\n", m.Report.Weights, float64(wrong)/float64(all))
	}

	templates := display.Must(crf.ParseTemplates("U00:%x[-1,0]\nU01:%x[0,0]\nU02:%x[1,0]\nB\n"))
	corpus := display.Must(crf.NewCorpus(tokens, tags, templates)) // fields and tags of each token of each sentence
	for _, f := range folds {                                      // numbers of sentences, from 0
		model := display.Must(crf.Settings{C: 1}.Fit(ctx, corpus, f.train))
		predicted := display.Must(model.TagRows(f.valid)) // or model.Tag(sentence), model.Marginals(sentence)
		report(model, f.valid, predicted)
	}
	// Output:
	// 21582 weights, 0.21 of the tags are wrong
	// 20790 weights, 0.23 of the tags are wrong
}
