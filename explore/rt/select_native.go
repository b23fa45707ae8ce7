package rt

import "reflect"

// selectNatively is Select for goroutines that are not under control.
func selectNatively(hasDefault bool, cases []Case) int {
	rcases := make([]reflect.SelectCase, 0, len(cases)+1)
	for _, c := range cases {
		rcases = append(rcases, c.native())
	}
	if hasDefault {
		rcases = append(rcases, reflect.SelectCase{Dir: reflect.SelectDefault})
	}
	i, v, ok := reflect.Select(rcases)
	if i == len(cases) {
		return -1
	}
	cases[i].nativeResult(v, ok)
	return i
}

func (r *RecvCase[T]) native() reflect.SelectCase {
	return reflect.SelectCase{Dir: reflect.SelectRecv, Chan: reflect.ValueOf(r.ch)}
}

func (r *RecvCase[T]) nativeResult(v reflect.Value, ok bool) {
	r.OK = ok
	if ok {
		reflect.ValueOf(&r.V).Elem().Set(v)
	}
}

func (c *SendCase[T]) native() reflect.SelectCase {
	return reflect.SelectCase{Dir: reflect.SelectSend, Chan: reflect.ValueOf(c.ch), Send: reflect.ValueOf(&c.v).Elem()}
}

func (c *SendCase[T]) nativeResult(reflect.Value, bool) {}
