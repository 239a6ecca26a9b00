package catalogue_test

import (
	"fmt"

	"github.com/block-regularized/bcv/research/study"
	"github.com/block-regularized/bcv/research/study/catalogue"
)

// What a study is, and what it runs at the paper scale.
func ExampleFind() {
	s, err := catalogue.Find("normal-errors")
	if err != nil {
		fmt.Println(err)
		return
	}
	p, err := s.Plan(study.Config{Scale: study.Paper, Seed: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%s: %s\n%d simulation, %d shards, about %.0f CPU seconds\n", s.Name, s.Title, len(p.Simulations),
		p.Shards(), s.Seconds)
	// Output:
	// normal-errors: type I errors of three sequential tests on normal differences
	// 1 simulation, 36 shards, about 17 CPU seconds
}
