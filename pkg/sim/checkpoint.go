package sim

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"strconv"
	"strings"

	"github.com/block-regularized/bcv/pkg/internal/atomicfile"
)

// A checkpoint file is text: a line that says which plan it belongs to, and a
// line for each finished shard with a checksum, its number and its result as
// JSON. Lines are only ever appended, one write each, so that a process which
// is killed loses no line that was written; the last line may be torn, and is
// then cut off. The first line is put in place with the file itself, in one
// step.

// magic begins the first line.
const magic = "bcv simulation 1 "

// CheckpointError says why a checkpoint file cannot be used.
type CheckpointError struct {
	Path    string
	Problem string
}

// Error names the file.
func (e *CheckpointError) Error() string { return "sim: checkpoint " + e.Path + ": " + e.Problem }

// checkpoint is an open file at whose end lines are appended.
type checkpoint struct {
	path string
	file *os.File
}

// openCheckpoint opens or makes the file of a plan and reads the shards that it
// holds into states.
func openCheckpoint[S any](path string, p Plan, states []*S) (*checkpoint, error) {
	head, err := header(p)
	if err != nil {
		return nil, err
	}
	if _, err := os.Stat(path); errors.Is(err, os.ErrNotExist) {
		err := atomicfile.Replace(path, func(w io.Writer) error {
			_, err := w.Write(head)
			return err
		})
		if err != nil {
			return nil, &CheckpointError{path, err.Error()}
		}
	}
	file, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return nil, &CheckpointError{path, err.Error()}
	}
	if err := lock(file); err != nil {
		file.Close()
		return nil, &CheckpointError{path, "another process is using it; wait for its end, or give each its own file"}
	}
	good, err := readShards(file, path, head, p, states)
	if err == nil {
		if err = file.Truncate(good); err == nil {
			_, err = file.Seek(good, io.SeekStart)
		}
	}
	if err != nil {
		file.Close()
		return nil, err
	}
	return &checkpoint{path, file}, nil
}

// readCheckpoint reads the shards of a file that nobody is writing.
func readCheckpoint[S any](path string, p Plan, states []*S) error {
	head, err := header(p)
	if err != nil {
		return err
	}
	file, err := os.Open(path)
	if err != nil {
		return &CheckpointError{path, err.Error()}
	}
	defer file.Close()
	_, err = readShards(file, path, head, p, states)
	return err
}

// header returns the first line of the file of a plan.
func header(p Plan) ([]byte, error) {
	text, err := json.Marshal(p)
	if err != nil {
		return nil, fmt.Errorf("sim: the settings of %s cannot be written: %w", p.Name, err)
	}
	return append(append([]byte(magic), text...), '\n'), nil
}

// readShards reads a file into states and returns the length of its whole lines.
func readShards[S any](file io.Reader, path string, head []byte, p Plan, states []*S) (good int64, err error) {
	r := bufio.NewReaderSize(file, 1<<16)
	first, err := r.ReadBytes('\n')
	if err != nil || !bytes.Equal(first, head) {
		return 0, &CheckpointError{path, difference(first, p)}
	}
	good = int64(len(first))
	for number := 2; ; number++ {
		line, err := r.ReadBytes('\n')
		if err == io.EOF {
			return good, nil // what is torn off was a shard in flight
		}
		if err != nil {
			return 0, &CheckpointError{path, err.Error()}
		}
		k, s, problem := parseShard[S](line[:len(line)-1])
		if problem == "" && (k < 0 || k >= len(states)) {
			problem = fmt.Sprintf("there is no shard %d", k)
		}
		if problem != "" {
			return 0, &CheckpointError{path, fmt.Sprintf("line %d is damaged (%s); delete that line and those after it to keep the shards before", number, problem)}
		}
		states[k] = s
		good += int64(len(line))
	}
}

// parseShard reads "checksum shard result".
func parseShard[S any](line []byte) (shard int, s *S, problem string) {
	sum, rest, _ := bytes.Cut(line, []byte(" "))
	want, err := strconv.ParseUint(string(sum), 16, 32)
	if err != nil || uint32(want) != crc32.ChecksumIEEE(rest) {
		return 0, nil, "its checksum is wrong"
	}
	number, text, _ := bytes.Cut(rest, []byte(" "))
	if shard, err = strconv.Atoi(string(number)); err != nil {
		return 0, nil, "it has no shard number"
	}
	s = new(S)
	if err := json.Unmarshal(text, s); err != nil {
		return 0, nil, err.Error()
	}
	return shard, s, ""
}

// difference says how the first line of a file differs from that of a plan.
func difference(first []byte, p Plan) string {
	text, ok := strings.CutPrefix(string(first), magic)
	if !ok {
		return "it is no checkpoint file of this version; name another file"
	}
	var have map[string]json.RawMessage
	want := map[string]json.RawMessage{}
	head, _ := header(p)
	if json.Unmarshal([]byte(text), &have) != nil || json.Unmarshal(head[len(magic):], &want) != nil {
		return "its first line is damaged; delete the file to begin anew"
	}
	for _, key := range []string{"name", "version", "seed", "shards", "config"} {
		if string(have[key]) != string(want[key]) {
			return fmt.Sprintf("it belongs to another experiment: its %s is %s, not %s; name another file, or delete it", key, have[key], want[key])
		}
	}
	return "its first line is damaged; delete the file to begin anew"
}

// append writes the result of a shard.
func (c *checkpoint) append(shard int, result any) error {
	text, err := json.Marshal(result)
	if err != nil {
		return &CheckpointError{c.path, err.Error()}
	}
	rest := append(strconv.AppendInt(nil, int64(shard), 10), ' ')
	rest = append(rest, text...)
	line := fmt.Appendf(nil, "%08x %s\n", crc32.ChecksumIEEE(rest), rest)
	if _, err := c.file.Write(line); err != nil {
		return &CheckpointError{c.path, err.Error()}
	}
	return nil
}

func (c *checkpoint) close() error {
	if err := c.file.Close(); err != nil {
		return &CheckpointError{c.path, err.Error()}
	}
	return nil
}
