package prover

import (
	"fmt"

	"github.com/ebitengine/purego"
)

// A handle is a pointer of the library's.
type handle = uintptr

// z3API has the functions of the library that are used, under their names without the prefix Z3_.
type z3API struct {
	fullVersion func() string
	setGlobal   func(name, value string)
	allocated   func() uint64 // bytes, of the process

	mkConfig        func() handle
	delConfig       func(config handle)
	mkContext       func(config handle) handle
	delContext      func(context handle)
	setErrorHandler func(context, handler handle)
	setError        func(context handle, code int32)
	errorCode       func(context handle) int32
	errorMessage    func(context handle, code int32) string
	interrupt       func(context handle)

	parse       func(context handle, text string, sorts uint32, sortNames, sortHandles handle, decls uint32, declNames, declHandles handle) handle
	vectorKeep  func(context, vector handle)
	vectorFree  func(context, vector handle)
	vectorSize  func(context, vector handle) uint32
	vectorGet   func(context, vector handle, i uint32) handle
	mkTrue      func(context handle) handle
	boolSort    func(context handle) handle
	fresh       func(context handle, prefix string, sort handle) handle
	implies     func(context, a, b handle) handle
	and         func(context handle, n uint32, formulas *handle) handle
	appArgs     func(context, app handle) uint32
	appArg      func(context, app handle, i uint32) handle
	astString   func(context, ast handle) string
	symbol      func(context handle, name string) handle
	mkParams    func(context handle) handle
	paramsKeep  func(context, params handle)
	paramsFree  func(context, params handle)
	paramsBool  func(context, params, name handle, value bool)
	paramsUint  func(context, params, name handle, value uint32)
	mkSolver    func(context handle) handle
	solverKeep  func(context, solver handle)
	solverFree  func(context, solver handle)
	setParams   func(context, solver, params handle)
	push        func(context, solver handle)
	pop         func(context, solver handle, levels uint32)
	assert      func(context, solver, formula handle)
	check       func(context, solver handle, assumed uint32, formulas *handle) int32
	core        func(context, solver handle) handle
	reason      func(context, solver handle) string
	statistics  func(context, solver handle) handle
	statsKeep   func(context, stats handle)
	statsFree   func(context, stats handle)
	statsSize   func(context, stats handle) uint32
	statsKey    func(context, stats handle, i uint32) string
	statsIsUint func(context, stats handle, i uint32) bool
	statsUint   func(context, stats handle, i uint32) uint32
	model       func(context, solver handle) handle
	modelKeep   func(context, model handle)
	modelFree   func(context, model handle)
	modelEval   func(context, model, ast handle, complete bool, value *handle) bool
}

// bind looks up the functions. The library says so itself if it is not Z3.
func (z *z3API) bind(library handle) (err error) {
	defer func() {
		// RegisterLibFunc panics where a symbol is missing.
		if r := recover(); r != nil {
			err = fmt.Errorf("the library is not a usable Z3: %v", r)
		}
	}()
	for _, f := range []struct {
		name   string
		target any
	}{
		{"get_full_version", &z.fullVersion},
		{"global_param_set", &z.setGlobal},
		{"get_estimated_alloc_size", &z.allocated},
		{"mk_config", &z.mkConfig},
		{"del_config", &z.delConfig},
		{"mk_context", &z.mkContext},
		{"del_context", &z.delContext},
		{"set_error_handler", &z.setErrorHandler},
		{"set_error", &z.setError},
		{"get_error_msg", &z.errorMessage},
		{"interrupt", &z.interrupt},
		{"parse_smtlib2_string", &z.parse},
		{"ast_vector_inc_ref", &z.vectorKeep},
		{"ast_vector_dec_ref", &z.vectorFree},
		{"ast_vector_size", &z.vectorSize},
		{"mk_true", &z.mkTrue},
		{"mk_bool_sort", &z.boolSort},
		{"mk_fresh_const", &z.fresh},
		{"mk_implies", &z.implies},
		{"mk_and", &z.and},
		{"get_app_num_args", &z.appArgs},
		{"ast_to_string", &z.astString},
		{"mk_string_symbol", &z.symbol},
		{"mk_params", &z.mkParams},
		{"params_inc_ref", &z.paramsKeep},
		{"params_dec_ref", &z.paramsFree},
		{"params_set_bool", &z.paramsBool},
		{"params_set_uint", &z.paramsUint},
		{"mk_simple_solver", &z.mkSolver},
		{"solver_inc_ref", &z.solverKeep},
		{"solver_dec_ref", &z.solverFree},
		{"solver_set_params", &z.setParams},
		{"solver_push", &z.push},
		{"solver_pop", &z.pop},
		{"solver_assert", &z.assert},
		{"solver_check_assumptions", &z.check},
		{"solver_get_unsat_core", &z.core},
		{"solver_get_reason_unknown", &z.reason},
		{"solver_get_statistics", &z.statistics},
		{"stats_inc_ref", &z.statsKeep},
		{"stats_dec_ref", &z.statsFree},
		{"stats_size", &z.statsSize},
		{"stats_get_key", &z.statsKey},
		{"stats_is_uint", &z.statsIsUint},
		{"stats_get_uint_value", &z.statsUint},
		{"solver_get_model", &z.model},
		{"model_inc_ref", &z.modelKeep},
		{"model_dec_ref", &z.modelFree},
		{"model_eval", &z.modelEval},
	} {
		purego.RegisterLibFunc(f.target, library, "Z3_"+f.name)
	}
	return z.bindFrequent(library)
}

// bindFrequent binds what is called for every formula, without the reflection that makes up two thirds of a call.
func (z *z3API) bindFrequent(library handle) error {
	errorCode, err := symbol(library, "Z3_get_error_code")
	if err != nil {
		return err
	}
	vectorGet, err := symbol(library, "Z3_ast_vector_get")
	if err != nil {
		return err
	}
	appArg, err := symbol(library, "Z3_get_app_arg")
	if err != nil {
		return err
	}
	z.errorCode = func(context handle) int32 {
		code, _, _ := purego.SyscallN(errorCode, context)
		return int32(code)
	}
	z.vectorGet = func(context, vector handle, i uint32) handle {
		ast, _, _ := purego.SyscallN(vectorGet, context, vector, handle(i))
		return ast
	}
	z.appArg = func(context, app handle, i uint32) handle {
		arg, _, _ := purego.SyscallN(appArg, context, app, handle(i))
		return arg
	}
	return nil
}
