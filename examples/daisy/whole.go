package daisy

import "io"

// ReadFile returns all that a file has. Each block is as it was at some time.
//
//calvin:performs skip
func (fs *FS) ReadFile(name string) (string, error) {
	h, err := fs.Lookup(name)
	if err != nil {
		return "", err
	}
	all := ""
	for {
		s, err := fs.Read(h, len(all), BlockSize)
		if err == io.EOF {
			return all, nil
		}
		if err != nil {
			return "", err
		}
		all += s
	}
}

// Usage counts files and blocks, each of which was in use when it was looked at.
func (fs *FS) Usage() (files, blocks int) {
	for i := range fs.inodes {
		f := &fs.inodes[i]
		f.mu.Lock()
		if f.used {
			files++
		}
		f.mu.Unlock()
	}
	for i := range fs.blocks {
		b := &fs.blocks[i]
		b.mu.Lock()
		if b.used {
			blocks++
		}
		b.mu.Unlock()
	}
	return files, blocks
}
