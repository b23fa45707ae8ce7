package desugar

// timeModels are the functions and methods of package time that deal with values alone. Sleep takes time, as any step may.
var timeModels = pureModels(
	"time.Sleep", "time.Now", "time.Since", "time.Until", "time.Unix", "time.UnixMilli", "time.UnixMicro", "time.Date",
	"time.Parse", "time.ParseDuration",
	"(time.Duration).Hours", "(time.Duration).Microseconds", "(time.Duration).Milliseconds", "(time.Duration).Minutes",
	"(time.Duration).Nanoseconds", "(time.Duration).Seconds", "(time.Duration).String", "(time.Duration).Round",
	"(time.Duration).Truncate", "(time.Duration).Abs",
	"(time.Time).Add", "(time.Time).AddDate", "(time.Time).After", "(time.Time).Before", "(time.Time).Compare",
	"(time.Time).Day", "(time.Time).Equal", "(time.Time).Format", "(time.Time).Hour", "(time.Time).IsZero",
	"(time.Time).Minute", "(time.Time).Month", "(time.Time).Nanosecond", "(time.Time).Round", "(time.Time).Second",
	"(time.Time).String", "(time.Time).Sub", "(time.Time).Truncate", "(time.Time).Unix", "(time.Time).UnixMicro",
	"(time.Time).UnixMilli", "(time.Time).UnixNano", "(time.Time).UTC", "(time.Time).Weekday", "(time.Time).Year",
	"(time.Time).YearDay", "(time.Month).String", "(time.Weekday).String",
)
