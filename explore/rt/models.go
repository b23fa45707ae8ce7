package rt

// models are the pools of the models of all kinds.
type models struct {
	mutexes    pool[mutex]
	rwmutexes  pool[rwmutex]
	waitGroups pool[waitGroup]
	onces      pool[once]
	conds      pool[cond]
	channels   pool[channel]
	words      pool[word]
	timers     pool[timer]
	pools      pool[syncPool]
	maps       pool[syncMap]
	mapKeys    pool[mapKey]
	reached    pool[reached]
}

func (m *models) reset() {
	m.mutexes.reset()
	m.rwmutexes.reset()
	m.waitGroups.reset()
	m.onces.reset()
	m.conds.reset()
	m.channels.reset()
	m.words.reset()
	m.timers.reset()
	m.pools.reset()
	m.maps.reset()
	m.mapKeys.reset()
	m.reached.reset()
}
