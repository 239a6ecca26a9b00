package text_test

import (
	"fmt"

	"github.com/block-regularized/bcv/pkg/text"
)

func Example() {
	gold, _ := text.IOB2.Tags("B-PER", "I-PER", "O", "B-ORG")
	predicted, _ := text.IOB2.Tags("B-PER", "I-PER", "O", "I-ORG")
	for _, how := range []text.Semantics{text.Strict, text.Conlleval} {
		c := text.Counts{}
		c.Add(text.IOB2.Chunks(gold, how), text.IOB2.Chunks(predicted, how))
		fmt.Println(how, c.All())
	}
	// Output:
	// strict {2 1 1}
	// conlleval {2 2 2}
}
