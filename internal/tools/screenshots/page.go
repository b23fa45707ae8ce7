package main

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/calvin-go/calvin/internal/cli"
)

// page shows the page that a command writes, at a finding and a step of it.
func page(ctx context.Context, tmp, command, dir, at string, dark bool) ([]byte, error) {
	const name = "page.html"
	file := filepath.Join(tmp, name)
	root, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	args := append([]string{command, "-C", root, "-html", file}, extra[command]...)
	if _, err := calvin(ctx, args...); err != nil {
		return nil, err
	}
	// The page quotes the command; a reader would write it without the flags that only this needs.
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	said := strings.Join(append([]string{command}, extra[command]...), " ")
	data = bytes.ReplaceAll(data, []byte(said), []byte(command))
	if err := os.WriteFile(file, data, 0o644); err != nil {
		return nil, err
	}
	return shot(ctx, tmp, file+"#"+at, 1180, 790, dark)
}

// earlier are runs that the report of the picture compares the last one with.
const earlier = `{"version":1,"label":"1f0c3d9a52","functions":{"PKG/hits.(*Counter).Hit":"unknown","PKG/hits.(*Counter).Drain":"unknown"},"tests":{}}
{"version":1,"label":"5b2e77c401","functions":{"PKG/hits.(*Counter).Hit":"verified"},"tests":{}}
{"version":1,"label":"77aa10be3d","functions":{"PKG/hits.(*Counter).Drain":"verified"},"tests":{"PKG/bank.TestTransfer":"incomplete"}}
{"version":1,"label":"90ce4417f8","functions":{"PKG/bank.Transfer":"verified"},"tests":{"PKG/bank.TestTransfer":"ok"}}
`

// reportPage shows the report of a run on the programs of the pictures.
func reportPage(ctx context.Context, tmp string, dark bool) ([]byte, error) {
	dir := filepath.Join(tmp, "report")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, err
	}
	for _, command := range []string{"check", "explore"} {
		args := append([]string{command, "-json", filepath.Join(dir, command+".json"), "-html", filepath.Join(dir, command+".html")}, extra[command]...)
		if _, err := calvin(ctx, append(args, "./"+bank, "./"+hits)...); err != nil {
			return nil, err
		}
	}
	history := strings.ReplaceAll(earlier, "PKG", "github.com/calvin-go/calvin/cmd/calvin/testdata")
	if err := os.WriteFile(filepath.Join(dir, "history.jsonl"), []byte(history), 0o644); err != nil {
		return nil, err
	}
	var errors bytes.Buffer
	if code := cli.Execute(ctx, []string{"report", "-label", "b81d9e2a77", dir}, nil, &errors, &errors); code != 0 {
		return nil, fmt.Errorf("calvin report exits with %d: %s", code, &errors)
	}
	return shot(ctx, tmp, filepath.Join(dir, "index.html"), 1180, 1080, dark)
}

// shot shows a page in a window of a size.
func shot(ctx context.Context, tmp, page string, width, height int, dark bool) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	scheme := "1"
	if dark {
		scheme = "0"
	}
	file := filepath.Join(tmp, "shot.png")
	cmd := exec.CommandContext(ctx, "chromium", "--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run", "--hide-scrollbars",
		"--user-data-dir="+filepath.Join(tmp, "profile"), fmt.Sprintf("--window-size=%d,%d", width, height), "--blink-settings=preferredColorScheme="+scheme,
		"--virtual-time-budget=3000", "--screenshot="+file, "file://"+page)
	if out, err := cmd.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("chromium: %w\n%s", err, out)
	}
	in, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	img, err := png.Decode(in)
	if err != nil {
		return nil, fmt.Errorf("chromium's picture: %w", err)
	}
	var out bytes.Buffer
	enc := png.Encoder{CompressionLevel: png.BestCompression}
	if err := enc.Encode(&out, reduced(img)); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

// reduced has the 256 most frequent colours of a picture, which makes its file a third as large. Of a page those are nearly
// all.
func reduced(img image.Image) image.Image {
	bounds := img.Bounds()
	count := map[color.RGBA]int{}
	at := func(x, y int) color.RGBA { return color.RGBAModel.Convert(img.At(x, y)).(color.RGBA) }
	for y := bounds.Min.Y; y < bounds.Max.Y; y++ {
		for x := bounds.Min.X; x < bounds.Max.X; x++ {
			count[at(x, y)]++
		}
	}
	number := func(c color.RGBA) int { return int(c.R)<<16 | int(c.G)<<8 | int(c.B) }
	all := slices.SortedFunc(maps.Keys(count), func(a, b color.RGBA) int {
		return cmp.Or(cmp.Compare(count[b], count[a]), cmp.Compare(number(a), number(b)))
	})
	var palette color.Palette
	for _, c := range all[:min(256, len(all))] {
		palette = append(palette, c)
	}
	nearest := map[color.RGBA]uint8{}
	out := image.NewPaletted(bounds, palette)
	for y := bounds.Min.Y; y < bounds.Max.Y; y++ {
		for x := bounds.Min.X; x < bounds.Max.X; x++ {
			c := at(x, y)
			k, ok := nearest[c]
			if !ok {
				k = uint8(palette.Index(c))
				nearest[c] = k
			}
			out.SetColorIndex(x, y, k)
		}
	}
	return out
}
