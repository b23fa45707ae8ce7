// Package composed has types without a name, and of one function, that implement an interface by what they embed.
package composed

type user struct{ name string }

// Stopped is closed when the goroutines that use a Repo are to end.
type Stopped chan struct{}

// A Repo has users.
type Repo interface {
	Get(id int) (*user, error)
	Put(u *user)
}

type fresh struct{}

func (*fresh) Get(id int) (*user, error) { return &user{name: "new"}, nil }

func (*fresh) Put(*user) {}

type getter struct{ last *user }

func (g *getter) Get(id int) (*user, error) { return g.last, nil }

type putter struct{}

func (*putter) Put(*user) {}

func Fresh() Repo { return &fresh{} }

func Composed() Repo {
	type both struct {
		*getter
		*putter
	}
	return both{&getter{last: &user{}}, &putter{}}
}

func Unnamed() Repo {
	return struct {
		*getter
		*putter
	}{&getter{last: &user{}}, &putter{}}
}

func Rename(r Repo, name string) error {
	u, err := r.Get(1)
	if err != nil {
		return err
	}
	if u != nil {
		u.name = name // failed
	}
	return nil
}
