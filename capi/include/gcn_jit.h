/* The C interface of gcn-jit, which executes AMD GCN and CDNA GPU machine code on the host CPU.
 *
 * Made from the sources in capi/src; a test holds the two together.
 */

#ifndef GCN_JIT_H
#define GCN_JIT_H

#include <stddef.h>
#include <stdint.h>

/**
 * The version that this header belongs to: major, minor and patch level in bits 31:16, 15:8 and 7:0.
 */
#define GJ_VERSION 256

/**
 * Guest addresses are host addresses: what `gj_alloc` gives is where the host finds the bytes, too, and pointers
 * that the host puts into guest memory are right there.
 */
#define GJ_HOST_ADDRESSES 1

/**
 * What an argument is.
 */
#define GJ_ARG_VALUE 0

/**
 * See `gj_argument`.
 */
#define GJ_ARG_POINTER 1

/**
 * See `gj_argument`.
 */
#define GJ_ARG_LOCAL 2

/**
 * The reference interpreter executes the launch, in place of compiled code. Both give the same bytes.
 */
#define GJ_INTERPRET 1

/**
 * What kernels may do with memory that the host lends.
 */
#define GJ_READ 1

/**
 * As `GJ_READ`, and stores and atomics.
 */
#define GJ_READ_WRITE 3

/**
 * How a call ended.
 */
enum gj_status
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  /**
   * As wanted.
   */
  GJ_OK = 0,
  /**
   * An argument cannot be right: null where there must be something, a size that is too small.
   */
  GJ_ERR_INVALID_ARGUMENT = -1,
  /**
   * There is no room in the guest's or the host's memory.
   */
  GJ_ERR_OUT_OF_MEMORY = -2,
  /**
   * The bytes are not a code object, or are a damaged one.
   */
  GJ_ERR_BAD_CODE_OBJECT = -3,
  /**
   * The code object is for another target than the device, or for one that is not supported.
   */
  GJ_ERR_WRONG_TARGET = -4,
  /**
   * There is nothing of that name or at that address.
   */
  GJ_ERR_NOT_FOUND = -5,
  /**
   * The launch does not fit the kernel or the machine. Nothing has run.
   */
  GJ_ERR_BAD_LAUNCH = -6,
  /**
   * The kernel has done something wrong: see `gj_last_fault`.
   */
  GJ_ERR_FAULT = -7,
  /**
   * A limit of the launch was reached: instructions, or time.
   */
  GJ_ERR_LIMIT = -8,
  /**
   * `gj_cancel` was called.
   */
  GJ_ERR_CANCELLED = -9,
  /**
   * This build or this host cannot do it.
   */
  GJ_ERR_UNSUPPORTED = -10,
  /**
   * A defect of the library.
   */
  GJ_ERR_INTERNAL = -11,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum gj_status gj_status;
#else
typedef int32_t gj_status;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * What a symbol names.
 */
enum gj_symbol_kind
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  /**
   * A kernel.
   */
  GJ_SYMBOL_KERNEL = 1,
  /**
   * A global variable, or a constant.
   */
  GJ_SYMBOL_VARIABLE = 2,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum gj_symbol_kind gj_symbol_kind;
#else
typedef int32_t gj_symbol_kind;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * What kinds of faults there are.
 */
enum gj_fault_kind
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  /**
   * A load outside of all memory.
   */
  GJ_FAULT_READ = 1,
  /**
   * A store or atomic outside of all memory, or to what is read-only.
   */
  GJ_FAULT_WRITE = 2,
  /**
   * An address that is not aligned as the instruction demands.
   */
  GJ_FAULT_MISALIGNED = 3,
  /**
   * Words that are not an instruction.
   */
  GJ_FAULT_ILLEGAL = 4,
  /**
   * An instruction that is not supported.
   */
  GJ_FAULT_UNSUPPORTED = 5,
  /**
   * The program counter has left the code.
   */
  GJ_FAULT_PC = 6,
  /**
   * `s_trap`.
   */
  GJ_FAULT_TRAP = 7,
  /**
   * The instruction limit.
   */
  GJ_FAULT_INSTRUCTION_LIMIT = 8,
  /**
   * The time limit.
   */
  GJ_FAULT_TIMEOUT = 9,
  /**
   * The host has ended the launch.
   */
  GJ_FAULT_CANCELLED = 10,
  /**
   * All waves wait for each other.
   */
  GJ_FAULT_DEADLOCK = 11,
  /**
   * Any other.
   */
  GJ_FAULT_OTHER = 12,
  /**
   * None of the kernel's: a defect of gcn-jit.
   */
  GJ_FAULT_INTERNAL = 13,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum gj_fault_kind gj_fault_kind;
#else
typedef int32_t gj_fault_kind;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * A device: guest memory, the programs in it, and launches.
 */
typedef struct gj_device gj_device;

/**
 * A kernel of a program, which it ends with.
 */
typedef struct gj_kernel gj_kernel;

/**
 * A code object in a device's memory.
 */
typedef struct gj_program gj_program;

/**
 * How to open a device. All zero but the size is fine.
 */
typedef struct gj_device_options {
  /**
   * `sizeof(gj_device_options)`.
   */
  uint32_t size;
  /**
   * The target that code objects must be for, as "gfx906"; null for any. Files that are not ELF files are read as
   * raw programs for it.
   */
  const char *target;
  /**
   * Bytes of guest address space, of which host memory is only taken as it is touched; 0 for as many as the host
   * allows, up to 64 GiB.
   */
  uint64_t arena;
  /**
   * Host threads of a launch that does not say; 0 for one.
   */
  uint32_t threads;
  /**
   * `GJ_HOST_ADDRESSES`, or 0.
   */
  uint32_t flags;
  /**
   * Guest address at which the address space is to begin; 0 for what the library chooses, which is all that it
   * supports.
   */
  uint64_t base;
} gj_device_options;

/**
 * An argument of a kernel.
 */
typedef struct gj_argument {
  /**
   * `GJ_ARG_VALUE`: the `bytes` bytes at `value`, as many as the kernel declares. `GJ_ARG_POINTER`: the guest
   * address `address`, or 0. `GJ_ARG_LOCAL`: `bytes` bytes of LDS for each work-group.
   */
  uint32_t kind;
  /**
   * Zero.
   */
  uint32_t reserved;
  /**
   * See `kind`.
   */
  uint64_t bytes;
  /**
   * See `kind`.
   */
  const void *value;
  /**
   * See `kind`.
   */
  uint64_t address;
} gj_argument;

/**
 * A function that is given what a kernel prints: text, its length in bytes, and `user` of the launch. It may be
 * called from another thread, but not from several at once.
 */
typedef void (*gj_print)(const char *text, size_t bytes, void *user);

/**
 * A launch. What is not needed is zero.
 */
typedef struct gj_launch_info {
  /**
   * `sizeof(gj_launch_info)`.
   */
  uint32_t size;
  /**
   * Dimensions of the grid, 1 to 3; 0 for as many as have sizes above 1.
   */
  uint32_t dimensions;
  /**
   * Work-items in each dimension; 0 counts as 1 but in the first.
   */
  uint32_t global[3];
  /**
   * Work-items of a work-group in each dimension; 0 counts as 1.
   */
  uint32_t local[3];
  /**
   * The arguments that the kernel declares, in order.
   */
  const struct gj_argument *arguments;
  /**
   * How many there are.
   */
  uint32_t argument_count;
  /**
   * `GJ_INTERPRET`, or 0.
   */
  uint32_t flags;
  /**
   * Bytes of LDS of each work-group, static and dynamic; 0 for what the file and `GJ_ARG_LOCAL` say.
   */
  uint32_t lds;
  /**
   * Bytes of private memory of each work-item at least.
   */
  uint32_t private_bytes;
  /**
   * Host threads; 0 for the device's.
   */
  uint32_t threads;
  /**
   * Zero.
   */
  uint32_t reserved;
  /**
   * Instructions that all waves may execute together; 0 for any number.
   */
  uint64_t max_instructions;
  /**
   * Milliseconds that the launch may take; 0 for any number.
   */
  uint64_t timeout_ms;
  /**
   * What is given the text that the kernel prints; null for standard error.
   */
  gj_print print;
  /**
   * For `print`.
   */
  void *user;
} gj_launch_info;

/**
 * What a launch has done, and how long it took. After a fault, what it had done by then.
 */
typedef struct gj_stats {
  /**
   * `sizeof(gj_stats)`, set by the caller.
   */
  uint32_t size;
  /**
   * Host threads.
   */
  uint32_t threads;
  /**
   * Wave instructions executed.
   */
  uint64_t instructions;
  /**
   * Sum of active lanes over them; scalar instructions count as one lane.
   */
  uint64_t lanes;
  /**
   * Waves that have ended.
   */
  uint64_t waves;
  /**
   * Work-groups.
   */
  uint64_t workgroups;
  /**
   * Seconds of execution, compilation included.
   */
  double kernel_seconds;
  /**
   * Seconds of compilation.
   */
  double compile_seconds;
  /**
   * Guest instructions compiled.
   */
  uint64_t instructions_compiled;
  /**
   * Bytes of host code made.
   */
  uint64_t code_bytes;
  /**
   * Calls of the host that were answered.
   */
  uint64_t host_calls;
} gj_stats;

/**
 * A named thing of a program.
 */
typedef struct gj_symbol {
  /**
   * `sizeof(gj_symbol)`, set by the caller.
   */
  uint32_t size;
  /**
   * What it is.
   */
  gj_symbol_kind kind;
  /**
   * Its name, for as long as the program is loaded.
   */
  const char *name;
  /**
   * Guest address of a variable, or of a kernel's descriptor (`kernel_object` of a packet).
   */
  uint64_t address;
  /**
   * Bytes of a variable; 0 for kernels.
   */
  uint64_t bytes;
  /**
   * Of a kernel: bytes of the argument segment, hidden arguments included.
   */
  uint64_t kernarg;
  /**
   * Of a kernel: bytes of LDS that each work-group has, without dynamic ones.
   */
  uint32_t lds;
  /**
   * Of a kernel: bytes of private memory of each work-item.
   */
  uint32_t private_bytes;
  /**
   * Of a kernel: how many arguments `gj_launch` wants; 0 when the file does not tell.
   */
  uint32_t arguments;
  /**
   * Of a kernel: work-items that a work-group may have; 0 when the file does not tell.
   */
  uint32_t max_workgroup;
} gj_symbol;

/**
 * A fault of a kernel, and where.
 */
typedef struct gj_fault {
  /**
   * `sizeof(gj_fault)`, set by the caller.
   */
  uint32_t size;
  /**
   * What went wrong.
   */
  gj_fault_kind kind;
  /**
   * Guest address of the instruction.
   */
  uint64_t pc;
  /**
   * Guest address of the access, for reads, writes and misaligned ones.
   */
  uint64_t address;
  /**
   * Its size in bytes; 0 for other faults.
   */
  uint32_t access;
  /**
   * The lowest lane that has faulted; -1 when the whole wave has.
   */
  int32_t lane;
  /**
   * The work-group's id.
   */
  uint32_t workgroup[3];
  /**
   * The wave's number in it.
   */
  uint32_t wave;
  /**
   * The kernel's name, until the next call of this thread fails.
   */
  const char *kernel;
} gj_fault;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * The version of the library, as [`GJ_VERSION`] is that of the header. While the major number is 0, libraries of
 * another minor number may differ.
 */
uint32_t gj_version(void);

/**
 * Opens a device; `options` may be null.
 *
 * # Safety
 * `options` has as many bytes as its size says; `device` can be written.
 */
gj_status gj_device_open(const struct gj_device_options *options, struct gj_device **device);

/**
 * Closes a device. Its memory ends with it, or with the last of its programs.
 *
 * # Safety
 * It is null or open, and no other call uses it.
 */
void gj_device_close(struct gj_device *device);

/**
 * Ends the launches of a device that are running now, from any thread: they return `GJ_ERR_CANCELLED`.
 *
 * # Safety
 * The device is open.
 */
gj_status gj_cancel(struct gj_device *device);

/**
 * Runs a kernel to its end, or to a fault (`GJ_ERR_FAULT`); `stats` may be null.
 *
 * # Safety
 * The device is open, the kernel's program loaded; `info` and `stats` have the sizes that they say, and what they
 * point to is there.
 */
gj_status gj_launch(struct gj_device *device,
                    struct gj_kernel *kernel,
                    const struct gj_launch_info *info,
                    struct gj_stats *stats);

/**
 * Runs the kernel of an AQL packet (`hsa_kernel_dispatch_packet_t`, 64 bytes), whose arguments are in guest memory
 * already, hidden ones among them, to its end or to a fault. `queue_address` is the guest address of the
 * `amd_queue_t` that the kernel is told, or 0. With `GJ_HOST_ADDRESSES` a packet in memory that is the guest's is
 * what the kernel finds; otherwise it finds a copy. Header and completion signal are the caller's business.
 *
 * # Safety
 * The device is open, the packet is there, and `stats` null or of the size that it says.
 */
gj_status gj_run_packet(struct gj_device *device,
                        const void *packet,
                        uint64_t queue_address,
                        struct gj_stats *stats);

/**
 * Allocates `bytes` zeroed bytes at a multiple of `align` (a power of two, or 0 for 256): gives the guest address.
 * `name`, which may be null, names them in messages.
 *
 * # Safety
 * The device is open, `name` null or text, and `address` can be written.
 */
gj_status gj_alloc(struct gj_device *device,
                   uint64_t bytes,
                   uint64_t align,
                   const char *name,
                   uint64_t *address);

/**
 * Frees what `gj_alloc` has given. Kernels that still reach there fault.
 *
 * # Safety
 * The device is open.
 */
gj_status gj_free(struct gj_device *device, uint64_t address);

/**
 * Lends kernels `bytes` bytes of the host's memory at `host`: gives the guest address of the first, which with
 * `GJ_HOST_ADDRESSES` is `host`. `access` is `GJ_READ` or `GJ_READ_WRITE`.
 *
 * # Safety
 * The device is open, and `address` can be written. Until `gj_unmap` the bytes can be read, and written if
 * `access` says so.
 */
gj_status gj_map(struct gj_device *device,
                 void *host,
                 uint64_t bytes,
                 uint32_t access,
                 uint64_t *address);

/**
 * Ends what `gj_map` has begun, by the address that it gave.
 *
 * # Safety
 * The device is open, and no kernel that uses the memory is running.
 */
gj_status gj_unmap(struct gj_device *device, uint64_t address);

/**
 * Copies `bytes` bytes from `from` to guest memory, whatever kernels may do there.
 *
 * # Safety
 * The device is open, and `from` has that many bytes.
 */
gj_status gj_write(struct gj_device *device, uint64_t address, const void *from, uint64_t bytes);

/**
 * Copies `bytes` bytes of guest memory to `to`.
 *
 * # Safety
 * The device is open, and `to` has room for that many bytes.
 */
gj_status gj_read(struct gj_device *device, uint64_t address, void *to, uint64_t bytes);

/**
 * Where the host finds `bytes` bytes of guest memory; null if they are not all in one allocation. It stays so until
 * that is freed.
 *
 * # Safety
 * The device is open.
 */
void *gj_host_pointer(struct gj_device *device,
                      uint64_t address,
                      uint64_t bytes);

/**
 * Loads a code object: an ELF file, a clang offload bundle with one for the device's target, or, on a device with a
 * target, a raw program. The bytes are not used any more then.
 *
 * # Safety
 * The device is open, `bytes` has `size` bytes, and `program` can be written.
 */
gj_status gj_program_load(struct gj_device *device,
                          const void *bytes,
                          size_t size,
                          struct gj_program **program);

/**
 * Unloads a program, and frees its memory.
 *
 * # Safety
 * It is null or loaded, and no other call uses it or its kernels.
 */
void gj_program_unload(struct gj_program *program);

/**
 * How many symbols a program has: its kernels, in the order of the file, and then its variables.
 *
 * # Safety
 * It is loaded.
 */
size_t gj_program_symbols(const struct gj_program *program);

/**
 * Symbol number `index` of a program.
 *
 * # Safety
 * The program is loaded, and `symbol` a `gj_symbol` of the size that it says.
 */
gj_status gj_program_symbol(const struct gj_program *program,
                            size_t index,
                            struct gj_symbol *symbol);

/**
 * The kernel called `name`, which belongs to the program.
 *
 * # Safety
 * The program is loaded, `name` is text, and `kernel` can be written.
 */
gj_status gj_kernel_find(struct gj_program *program, const char *name, struct gj_kernel **kernel);

/**
 * The name of a status, in a few words; of a number that is none "unknown status". It need not be freed.
 */
const char *gj_status_name(int32_t status);

/**
 * What went wrong in the last call of this thread that failed, in one line: into the `size` bytes at `buffer`, cut
 * off there, with a zero behind it. Gives its length in bytes without that, so that a buffer of one more has room
 * for all; 0 when nothing has failed. Of calls about other devices it tells nothing; `device` may be null: then of
 * any, and of those that opened none.
 *
 * # Safety
 * `buffer` has `size` bytes, or is null with a size of 0.
 */
size_t gj_last_error(const struct gj_device *device,
                     char *buffer,
                     size_t size);

/**
 * The fault with which the last call of this thread that failed ended, if it was one (`gj_last_error`).
 *
 * # Safety
 * `fault` is a `gj_fault` of the size that it says.
 */
gj_status gj_last_fault(const struct gj_device *device,
                        struct gj_fault *fault);

/**
 * Writes the instruction that begins at `bytes`, of which there are `size`, in LLVM's syntax to the `room` bytes at
 * `buffer`, cut off there, with a zero behind it; gives in `used`, which may be null, how many bytes the instruction
 * has. `pc` is its address, for the targets of branches.
 *
 * # Safety
 * `target` is text; `bytes` and `buffer` have as many bytes as is said; `used` is null or can be written.
 */
gj_status gj_disassemble(const char *target,
                         const void *bytes,
                         size_t size,
                         uint64_t pc,
                         char *buffer,
                         size_t room,
                         size_t *used);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* GCN_JIT_H */
