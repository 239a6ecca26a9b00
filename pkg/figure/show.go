package figure

import (
	"encoding/gob"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/janpfeifer/gonb/gonbui"
	"github.com/janpfeifer/gonb/gonbui/protocol"
)

// syncTimeout is how long Show waits for the notebook to take a figure.
const syncTimeout = 30 * time.Second

// registerOnce lets gob carry the size of images: without it the figure would
// be lost and the pipe to the notebook closed.
var registerOnce = sync.OnceFunc(func() { gob.Register(map[string]any{}) })

// Show displays f below the running cell of a GoNB notebook, in its natural
// size, with f.Alt as the text for readers who see no images. Outside a
// notebook it only checks that f can be drawn.
func Show(f *Figure) error {
	if f == nil {
		return errNoFigure
	}
	png, err := PNG(f, f.Width, f.Height)
	if err != nil || !gonbui.IsNotebook {
		return err
	}
	registerOnce()
	gonbui.SendData(&protocol.DisplayData{
		Data: map[protocol.MIMEType]any{
			protocol.MIMEImagePNG:  png,
			protocol.MIMETextPlain: f.Alt,
		},
		Metadata: map[string]any{
			string(protocol.MIMEImagePNG): map[string]any{"width": f.Width, "height": f.Height},
		},
	})
	if err := gonbui.Error(); err != nil {
		return fmt.Errorf("figure: the notebook did not take the figure: %w", err)
	}
	return waitForNotebook(syncTimeout)
}

// waitForNotebook returns when all that was sent has arrived: a program that
// ends earlier can lose its last figure.
func waitForNotebook(limit time.Duration) error {
	done := make(chan struct{})
	go func() {
		gonbui.Sync()
		close(done)
	}()
	select {
	case <-done:
	case <-time.After(limit):
		return errors.New("figure: the notebook does not answer; restart its kernel")
	}
	if err := gonbui.Error(); err != nil {
		return fmt.Errorf("figure: the notebook did not take the figure: %w", err)
	}
	return nil
}
