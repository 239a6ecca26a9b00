package display

import (
	"encoding/gob"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/janpfeifer/gonb/gonbui"
	"github.com/janpfeifer/gonb/gonbui/protocol"
)

// syncTimeout is how long a cell waits for the notebook to take an output.
const syncTimeout = 30 * time.Second

// registerOnce lets gob encode the size of images. Without it the figure would be lost and the pipe
// to the notebook closed.
var registerOnce = sync.OnceFunc(func() { gob.Register(map[string]any{}) })

// send gives d to the notebook and waits until it has arrived. Otherwise a program that ends could
// lose its last output, and its next output could overtake this one.
func send(d *protocol.DisplayData) error {
	registerOnce()
	gonbui.SendData(d)
	if err := gonbui.Error(); err != nil {
		return fmt.Errorf("display: the notebook did not accept the output: %w", err)
	}
	done := make(chan struct{})
	go func() {
		gonbui.Sync()
		close(done)
	}()
	select {
	case <-done:
	case <-time.After(syncTimeout):
		return errors.New("display: the notebook does not answer; restart its kernel")
	}
	if err := gonbui.Error(); err != nil {
		return fmt.Errorf("display: the notebook did not accept the output: %w", err)
	}
	return nil
}

// sendText gives the notebook HTML and its text version. With an id, a later call with the same id
// replaces them.
func sendText(id, html, text string) error {
	return send(&protocol.DisplayData{
		Data:      map[protocol.MIMEType]any{protocol.MIMETextHTML: html, protocol.MIMETextPlain: text},
		DisplayID: id,
	})
}
