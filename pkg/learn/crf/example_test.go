package crf_test

import (
	"context"
	"fmt"
	"strings"

	"github.com/block-regularized/bcv/pkg/learn/crf"
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
