// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The options of all commands. A clause of the directive and its option have the same name.
include "llvm/Option/OptParser.td"

def Translate : OptionVisibility;
def Explain : OptionVisibility;
def Suggest : OptionVisibility;
def Cc : OptionVisibility;
def Env : OptionVisibility;
def Machines : OptionVisibility;
def Probe : OptionVisibility;

class Everywhere { list<OptionVisibility> Visibility = [Translate, Explain, Cc]; }
class Predicting { list<OptionVisibility> Visibility = [Translate, Explain, Suggest, Cc]; }
class Translating { list<OptionVisibility> Visibility = [Translate, Explain, Suggest]; }

def grp_schedule : OptionGroup<"schedule">, HelpText<"TARGET AND SCHEDULE">;
def grp_output : OptionGroup<"output">, HelpText<"OUTPUT">;
def grp_compiler : OptionGroup<"compiler">, HelpText<"COMPILER FLAGS (all others: after '--')">;
def grp_general : OptionGroup<"general">, HelpText<"GENERAL">;

def target_EQ : CommaJoined<["--", "-"], "target=">, Group<grp_schedule>, Visibility<[Translate, Explain, Suggest, Cc, Probe]>,
  MetaVarName<"<name>,..">, HelpText<"What to generate for, one or more; see VALUES, the first is the default">,
  HelpTextForVariants<[Probe], "What to measure for; see VALUES, the first is the default">;
def machine_EQ : Joined<["--", "-"], "machine=">, Group<grp_schedule>, Predicting,
  MetaVarName<"<name>">, HelpText<"What to choose the schedule for: a machine that 'kasane machines' lists, or a machine file">;
def device_EQ : Joined<["--", "-"], "device=">, Group<grp_schedule>, Visibility<[Probe]>,
  MetaVarName<"<device>">, HelpText<"Which OpenCL device, by its number or a part of its name">;
def network : Flag<["--", "-"], "network">, Group<grp_schedule>, Visibility<[Probe]>,
  HelpText<"Under an MPI launcher: measure the network between the first and the last rank, no more">;
def schedule_EQ : Joined<["--", "-"], "schedule=">, Group<grp_schedule>, Everywhere,
  MetaVarName<"<family>">, HelpText<"Family of the schedule">;
def policy_EQ : Joined<["--", "-"], "policy=">, Group<grp_schedule>, Predicting,
  MetaVarName<"<policy>">, HelpText<"How to choose what is not given: model (default), what is predicted to be fastest; paper, the published rules">;
def tune_EQ : Joined<["--", "-"], "tune=">, Group<grp_schedule>, Everywhere,
  MetaVarName<"<how>">, HelpText<"Time schedules on this machine and take the fastest: measure, the model's best few; exhaustive, all; no (default), run nothing">;
def size_EQ : CommaJoined<["--", "-"], "size=">, Group<grp_schedule>, Predicting,
  MetaVarName<"<name>=<length>,..">, HelpText<"Lengths that the program learns when it runs, to choose a schedule for: nx=512,steps=100">;
def tile_EQ : Joined<["--", "-"], "tile=">, Group<grp_schedule>, Everywhere,
  MetaVarName<"<X>x<Y>x<Z>">, HelpText<"Output cells of a work-group or of a thread's block, fastest axis first">;
def depth_EQ : Joined<["--", "-"], "depth=">, Group<grp_schedule>, Everywhere,
  MetaVarName<"<T>">, HelpText<"Steps that one pass over the data advances">;
def outofcore : Flag<["--", "-"], "outofcore">, Group<grp_schedule>, Everywhere,
  HelpText<"Leave the arrays on the host and stream them through the device, as much at a time as is best">;
def outofcore_EQ : Joined<["--", "-"], "outofcore=">, Group<grp_schedule>, Everywhere,
  MetaVarName<"slab=<B>,steps=<K>">, HelpText<"The same, B planes at a time, K steps a visit; each may be left out">;
def distribute : Flag<["--", "-"], "distribute">, Group<grp_schedule>, Everywhere,
  HelpText<"Let KASANE_PARTS cut the arrays into parts on openmp, too; other targets need no option">;
def distribute_EQ : Joined<["--", "-"], "distribute=">, Group<grp_schedule>, Everywhere,
  MetaVarName<"<network>">, HelpText<"mpi: the ranks of an MPI job have a part of the arrays each; started without a launcher the program runs as ever">;
def fp_EQ : Joined<["--", "-"], "fp=">, Group<grp_schedule>, Predicting,
  MetaVarName<"<mode>">, HelpText<"strict: bit-identical; contract (default): may fuse; fast: may reassociate">;

def o : Separate<["-"], "o">, Group<grp_output>, Visibility<[Translate, Explain, Suggest, Probe]>, MetaVarName<"<file>">,
  HelpText<"Where to write, '-' for standard output: the rewritten file of a single source, beside which generated "
           "files go; what explain shows, as .html and .json say; the patch of suggest">,
  HelpTextForVariants<[Probe], "The machine file; '-' writes it to standard output">;
def o_dir : Separate<["-", "--"], "o-dir">, Group<grp_output>, Visibility<[Translate]>, MetaVarName<"<folder>">,
  HelpText<"Write into this folder, which is created: <stem>.c and <stem>.kasane.<target>.c">;
def separate_kernels : Flag<["--", "-"], "separate-kernels">, Group<grp_output>, Visibility<[Translate, Cc]>,
  HelpText<"Also write OpenCL kernels to files of their own">;
def MD : Flag<["-"], "MD">, Group<grp_output>, Visibility<[Translate]>,
  HelpText<"Also write the headers that each source includes, as a rule for make">;
def MMD : Flag<["-"], "MMD">, Group<grp_output>, Visibility<[Translate]>, HelpText<"Like -MD, without system headers">;
def MF : JoinedOrSeparate<["-"], "MF">, Group<grp_output>, Visibility<[Translate]>, MetaVarName<"<file>">,
  HelpText<"Where -MD writes; beside the rewritten file, as .d, when not given">;
def MT : JoinedOrSeparate<["-"], "MT">, Group<grp_output>, Visibility<[Translate]>, MetaVarName<"<name>">,
  HelpText<"What the rule of -MD makes; the rewritten file when not given">;
def MP : Flag<["-"], "MP">, Group<grp_output>, Visibility<[Translate]>,
  HelpText<"With -MD: an empty rule for each header, so that one may be deleted">;
def dump_after_EQ : Joined<["--", "-"], "dump-after=">, Group<grp_output>, Visibility<[Translate]>, MetaVarName<"<step>">,
  HelpText<"Print the result of this step, and stop">;
def format_EQ : Joined<["--", "-"], "format=">, Group<grp_output>, Visibility<[Explain, Suggest, Machines]>, MetaVarName<"<format>">,
  HelpText<"Of the output; text when not given">;
def report_EQ : Joined<["--", "-"], "report=">, Group<grp_output>, Visibility<[Explain]>, MetaVarName<"<file>">,
  HelpText<"Put a run beside the prediction: the file that KASANE_REPORT of that run names">;
def all : Flag<["--", "-"], "all">, Group<grp_output>, Visibility<[Suggest]>,
  HelpText<"List every loop that was looked at, also where a directive would not help">;
def apply : Flag<["--", "-"], "apply">, Group<grp_output>, Visibility<[Suggest]>,
  HelpText<"Write the suggestions as a patch, to standard output or where -o says; no source is changed">;
def save_temps : Flag<["--", "-"], "save-temps">, Group<grp_output>, Visibility<[Cc]>,
  HelpText<"Keep the generated files, in <output>.temps">;

def p : JoinedOrSeparate<["-"], "p">, Group<grp_compiler>, Translating, MetaVarName<"<folder>">,
  HelpText<"Take the compiler flags from <folder>/compile_commands.json">;
def I : JoinedOrSeparate<["-"], "I">, Group<grp_compiler>, Translating, MetaVarName<"<folder>">,
  HelpText<"Search this folder for headers">;
def D : JoinedOrSeparate<["-"], "D">, Group<grp_compiler>, Translating, MetaVarName<"<macro>[=<value>]">,
  HelpText<"Define a macro">;
def U : JoinedOrSeparate<["-"], "U">, Group<grp_compiler>, Translating, MetaVarName<"<macro>">,
  HelpText<"Undefine a macro">;
def include_file : Separate<["-"], "include">, Group<grp_compiler>, Translating, MetaVarName<"<file>">,
  HelpText<"Include this file first">;
def isystem : JoinedOrSeparate<["-"], "isystem">, Group<grp_compiler>, Translating, MetaVarName<"<folder>">,
  HelpText<"Search this folder for system headers">;
def std_EQ : Joined<["-", "--"], "std=">, Group<grp_compiler>, Translating, MetaVarName<"<standard>">,
  HelpText<"The C standard of the sources">;
def fdiagnostics_format_EQ : Joined<["-"], "fdiagnostics-format=">, Group<grp_general>, Translating,
  MetaVarName<"<format>">, HelpText<"Of messages; text when not given">;
def W : Joined<["-"], "W">, Group<grp_compiler>, Translating, MetaVarName<"[no-]<group>">,
  HelpText<"Warnings: -Wno-stencil-<name>, -Werror, -Werror=stencil-<name>">;
def R : Joined<["-"], "R">, Group<grp_compiler>, Translating, MetaVarName<"stencil">,
  HelpText<"Show remarks">;

def help : Flag<["--", "-"], "help">, Group<grp_general>, Visibility<[Translate, Explain, Suggest, Cc, Env, Machines, Probe]>, HelpText<"This text">;
def h : Flag<["-"], "h">, Group<grp_general>, Visibility<[Translate, Explain, Suggest, Env, Machines, Probe]>, Alias<help>;
def version : Flag<["--", "-"], "version">, Group<grp_general>, Translating, HelpText<"Version of kasane and of LLVM">;
def verbose : Flag<["--"], "verbose">, Group<grp_general>, Visibility<[Translate, Explain, Suggest, Cc, Probe]>, HelpText<"Say what each step does">;
def v : Flag<["-"], "v">, Group<grp_general>, Visibility<[Translate, Explain, Suggest, Cc, Probe]>, Alias<verbose>, HelpText<"Same as --verbose">;
def dry_run : Flag<["-"], "###">, Group<grp_general>, Visibility<[Cc]>,
  HelpText<"Print the commands, run none of them">;
