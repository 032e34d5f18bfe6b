//! Devices: target regions, the device data environment, launches.

family! { ($) device_rows DEVICE
    /// The kernels of the region whose `frt_dev_enter` follows need these features (bits of `abi::kernel::needs`);
    /// a device without them sends the region to the host. Optional; not calling it means 0.
    fn frt_dev_require(needs: I32);
    /// Its kernels bind so many storage buffers; a device that cannot sends the region to the host.
    fn frt_dev_buffers(count: I32);
    /// Its kernels have loops, and it cannot be undone: a device that may end loops early sends the region to the host, unless
    /// OMP_TARGET_OFFLOAD=mandatory.
    fn frt_dev_steady();
    /// The region whose `frt_dev_enter` follows maps this; parameters as `frt_dev_map`. Where the device has no room for
    /// all of that, the region is sent to the host.
    fn frt_dev_expect(desc: Ptr, kind: I32, ty: Ptr, name: Ptr);
    /// The target task that begins on this thread is at that place of the program, for messages; null: it ends.
    fn frt_dev_task(file: Ptr, line: I32);
    /// It allocates so many bytes with `frt_dev_alloc`.
    fn frt_dev_expect_bytes(bytes: I64);
    /// One of its kernels has so many iterations; `wide` is not 0 where it also has a form with indices of 64 bits.
    fn frt_dev_expect_iterations(count: I64, wide: I32);
    /// Opens a target region on a device (`codes::NO_DEVICE`: the default one): 1, or 0 where its host version is to run.
    fn frt_dev_enter(device: I32, cond: I32, file: Ptr, line: I32) -> I32;
    /// Ends the region: submits what is queued and waits for it.
    fn frt_dev_leave();
    /// At the start of a region whose host version can run after it, where the device has ended a loop early.
    fn frt_dev_guard();
    /// After `frt_dev_read` in such a region: 0 where the region is to be left now.
    fn frt_dev_going() -> I32;
    /// After `frt_dev_leave` of such a region: 1, or 0 where everything is as before the region and the host version is to run.
    fn frt_dev_kept() -> I32;
    /// Enters what a descriptor describes into the device data environment. `kind` bits: 1 to, 2 from, 4 always,
    /// 8 delete, 16 release, 32 present, 64 `desc` is the address of an allocatable's or pointer's own
    /// descriptor, 128 no clause names it, 256 more maps of the directive follow, 512 the type of the elements is in the
    /// descriptor, 1024 with allocatable components, 2048 a private copy; `ty` the type descriptor of the elements, or null where they hold no addresses; cond 0 = do nothing;
    /// `name` NUL-terminated or null; device `codes::NO_DEVICE`: that of the region, or default; `file` (NUL-terminated or null) and `line`: where.
    fn frt_dev_map(desc: Ptr, kind: I32, ty: Ptr, name: Ptr, device: I32, cond: I32, file: Ptr, line: I32);
    /// Leaves it; parameters as `frt_dev_map`. With the bits 8 and 128 the memory ends: nothing of it is on any device then.
    fn frt_dev_unmap(desc: Ptr, kind: I32, ty: Ptr, name: Ptr, device: I32, cond: I32, file: Ptr, line: I32);
    /// The maps of a directive are complete, where the last of them did not say so.
    fn frt_dev_mapped();
    /// 1: a construct begins whose exits (`LATER`) are known at its begin. 0: it ends, and they are made, the last one first.
    fn frt_dev_maps_kept(begins: I32);
    /// Copies a present variable: `kind` 1 to the device, 2 from it; other parameters as `frt_dev_map`.
    fn frt_dev_update(desc: Ptr, kind: I32, ty: Ptr, name: Ptr, device: I32, cond: I32, file: Ptr, line: I32);
    /// The host is about to read so many bytes, at that place of the program (`file` NUL-terminated): in programs that are checked.
    fn frt_dev_host_reads(address: Ptr, bytes: I64, file: Ptr, line: I32);
    /// The same of the elements that a descriptor describes.
    fn frt_dev_host_reads_array(desc: Ptr, file: Ptr, line: I32);
    /// At the start of the program: every device has these bytes of static data from now on. `flags` 1: they may hold initial values; 2: devices have them, or what their descriptors describe, only while that is mapped;
    /// `ty` and `name` as in `frt_dev_map`.
    fn frt_dev_resident(address: Ptr, bytes: I64, flags: I32, ty: Ptr, name: Ptr);
    /// Device memory; the result is a key, not an address.
    fn frt_dev_alloc(bytes: I64) -> Ptr;
    /// Brings together on the device what the allocatable component of rank `rank`, whose descriptor is `offset` bytes behind
    /// the begin of an object, holds in all objects that `objects` describes; its elements have `bytes` bytes. `outer`: the
    /// objects are what allocatable components of those hold, offset and rank of each as 64-bit integers, so many `levels`.
    /// The result is a key.
    fn frt_dev_gather(objects: Ptr, offset: I64, bytes: I64, rank: I64, outer: Ptr, levels: I64, name: Ptr) -> Ptr;
    /// How many elements that are, or, `table` 1, how many integers the table has.
    fn frt_dev_gather_count(key: Ptr, table: I32) -> I64;
    /// The key of the table: for each object place of the first element, extents and lower bounds, as 32-bit integers. Those of the
    /// outermost objects come first, with places of rows of the objects in them.
    fn frt_dev_gather_table(key: Ptr) -> Ptr;
    /// Releases both; `changed` 1: after a copy of the elements back.
    fn frt_dev_scatter(key: Ptr, changed: I32);
    /// Releases device memory.
    fn frt_dev_free(key: Ptr);
    /// Queues a kernel (the address of an encoded `CompiledKernel`, static) with arguments: addresses of
    /// descriptors (views) or of the values (scalars). `code` is a function of the host that does the same with such a list
    /// of addresses, or null.
    fn frt_dev_launch(kernel: Ptr, code: Ptr, args: Ptr);
    /// In such a function of a kernel of teams: the number of the team that runs it.
    fn frt_dev_team() -> I64;
    /// How many teams there are.
    fn frt_dev_teams() -> I64;
    /// The number of the thread in its team.
    fn frt_dev_team_thread() -> I64;
    /// How many threads a team has.
    fn frt_dev_team_threads() -> I64;
    /// Memory that the threads of the team share, so many bytes behind its start; `bytes` is its size.
    fn frt_dev_team_memory(bytes: I64, offset: I64) -> Ptr;
    /// Bytes that the threads of a kernel together may have for what they allocate.
    fn frt_dev_heap() -> I64;
    /// Waits for all threads of the team.
    fn frt_dev_team_barrier();
    /// Reads bytes of device memory (by key or mapped host address) to host memory, after what is queued.
    fn frt_dev_read(dst: Ptr, src: Ptr, bytes: I64);
    /// Queues a copy between two contiguous device arrays of equal size.
    fn frt_dev_copy(dst: Ptr, src: Ptr);
    /// On entry of a region that has a host version only, with the parameters of `frt_dev_enter`, but `cond` is one of
    /// `abi::codes::on_host` or 0.
    fn frt_dev_unsupported(device: I32, cond: I32, file: Ptr, line: I32, reason: Ptr, len: I64);
    /// Where the host version of a region begins: 1 where a device was to run it, whose values it then borrows.
    fn frt_dev_borrows() -> I32;
    /// In a region on a device: what follows the host does with the device's values, until `frt_dev_return`.
    fn frt_dev_aside();
    /// The host version uses this: if it is on the device, the host gets its value there. Parameters as `frt_dev_map`.
    fn frt_dev_lend(desc: Ptr, kind: I32, ty: Ptr, name: Ptr);
    /// The same for what lies at an address, of which so many bytes are known to be there (0: none are known).
    fn frt_dev_lend_address(address: Ptr, bytes: I64);
    /// The same for everything on the device to which addresses lead that lie in what was lent, however many there are on the way;
    /// `statics` 1: also for variables of `declare target` and what they lead to.
    fn frt_dev_lend_reached(statics: I32);
    /// The host version is over: the device gets what was lent, and the host its own values back.
    fn frt_dev_return();
    /// What follows in the host version is a region of the host in one of a device (`device(ancestor: 1)`): until
    /// `frt_dev_ancestor_end` the host has its own values of what was lent, but for the variables with these names.
    fn frt_dev_ancestor_begin(names: Ptr);
    /// It is over: the host has the device's values again.
    fn frt_dev_ancestor_end(names: Ptr);
    /// At the start of a program that requires unified shared memory: no device here has it, so there are none.
    fn frt_dev_require_shared();
    /// omp_target_alloc of omp_lib (C binding): memory on a device, or on the host for its number.
    fn omp_target_alloc(size: I64, device: I32) -> Ptr;
    /// omp_target_free of omp_lib (C binding).
    fn omp_target_free(ptr: Ptr, device: I32);
    /// omp_target_is_present of omp_lib (C binding).
    fn omp_target_is_present(ptr: Ptr, device: I32) -> I32;
    /// omp_get_mapped_ptr of omp_lib (C binding): device memory goes by its host address.
    fn omp_get_mapped_ptr(ptr: Ptr, device: I32) -> Ptr;
    /// omp_target_memcpy of omp_lib (C binding); 0 = done.
    fn omp_target_memcpy(dst: Ptr, src: Ptr, length: I64, dst_offset: I64, src_offset: I64, dst_device: I32, src_device: I32) -> I32;
    /// omp_target_memcpy_async of omp_lib (C binding): done when it returns.
    fn omp_target_memcpy_async(dst: Ptr, src: Ptr, length: I64, dst_offset: I64, src_offset: I64, dst_device: I32, src_device: I32, depobj_count: I32, depobj_list: Ptr) -> I32;
    /// omp_target_memcpy_rect of omp_lib (C binding); dimensions from the slowest to the fastest.
    fn omp_target_memcpy_rect(dst: Ptr, src: Ptr, element_size: I64, num_dims: I32, volume: Ptr, dst_offsets: Ptr, src_offsets: Ptr, dst_dimensions: Ptr, src_dimensions: Ptr, dst_device: I32, src_device: I32) -> I32;
    /// omp_target_memcpy_rect_async of omp_lib (C binding): done when it returns.
    fn omp_target_memcpy_rect_async(dst: Ptr, src: Ptr, element_size: I64, num_dims: I32, volume: Ptr, dst_offsets: Ptr, src_offsets: Ptr, dst_dimensions: Ptr, src_dimensions: Ptr, dst_device: I32, src_device: I32, depobj_count: I32, depobj_list: Ptr) -> I32;
    /// omp_target_memset of omp_lib (C binding); gives back the address.
    fn omp_target_memset(ptr: Ptr, val: I32, count: I64, device: I32) -> Ptr;
    /// omp_target_memset_async of omp_lib (C binding): a target task; gives back the address.
    fn omp_target_memset_async(ptr: Ptr, val: I32, count: I64, device: I32, depobj_count: I32, depobj_list: Ptr) -> Ptr;
    /// omp_target_is_accessible of omp_lib (C binding).
    fn omp_target_is_accessible(ptr: Ptr, size: I64, device: I32) -> I32;
    /// omp_target_associate_ptr of omp_lib (C binding); 0 = done.
    fn omp_target_associate_ptr(host: Ptr, device_ptr: Ptr, size: I64, device_offset: I64, device: I32) -> I32;
    /// omp_target_disassociate_ptr of omp_lib (C binding); 0 = done.
    fn omp_target_disassociate_ptr(ptr: Ptr, device: I32) -> I32;
    /// Procedure omp_get_default_device of omp_lib.
    fn omp_get_default_device_() -> I32;
    /// Procedure omp_get_num_devices of omp_lib.
    fn omp_get_num_devices_() -> I32;
    /// Procedure omp_get_device_num of omp_lib.
    fn omp_get_device_num_() -> I32;
    /// Procedure omp_get_initial_device of omp_lib.
    fn omp_get_initial_device_() -> I32;
    /// Procedure omp_get_uid_from_device of omp_lib; the result is a descriptor.
    fn omp_get_uid_from_device_(result: Ptr, device: Ptr);
    /// Procedure omp_get_devices_memspace of omp_lib.
    fn omp_get_devices_memspace_(n: Ptr, devices: Ptr, space: Ptr) -> I64;
    /// Procedure omp_get_devices_allocator of omp_lib.
    fn omp_get_devices_allocator_(n: Ptr, devices: Ptr, space: Ptr) -> I64;
    /// Procedure omp_get_device_memspace of omp_lib.
    fn omp_get_device_memspace_(device: Ptr, space: Ptr) -> I64;
    /// Procedure omp_get_device_allocator of omp_lib.
    fn omp_get_device_allocator_(device: Ptr, space: Ptr) -> I64;
    /// Procedure omp_get_devices_and_host_memspace of omp_lib.
    fn omp_get_devices_and_host_memspace_(n: Ptr, devices: Ptr, space: Ptr) -> I64;
    /// Procedure omp_get_devices_and_host_allocator of omp_lib.
    fn omp_get_devices_and_host_allocator_(n: Ptr, devices: Ptr, space: Ptr) -> I64;
    /// Procedure omp_get_device_and_host_memspace of omp_lib.
    fn omp_get_device_and_host_memspace_(device: Ptr, space: Ptr) -> I64;
    /// Procedure omp_get_device_and_host_allocator of omp_lib.
    fn omp_get_device_and_host_allocator_(device: Ptr, space: Ptr) -> I64;
    /// Procedure omp_get_devices_all_memspace of omp_lib.
    fn omp_get_devices_all_memspace_(space: Ptr) -> I64;
    /// Procedure omp_get_devices_all_allocator of omp_lib.
    fn omp_get_devices_all_allocator_(space: Ptr) -> I64;
    /// Procedure omp_get_memspace_num_resources of omp_lib.
    fn omp_get_memspace_num_resources_(space: Ptr) -> I32;
    /// Procedure omp_get_memspace_pagesize of omp_lib.
    fn omp_get_memspace_pagesize_(space: Ptr) -> I64;
    /// Procedure omp_get_submemspace of omp_lib.
    fn omp_get_submemspace_(space: Ptr, n: Ptr, resources: Ptr) -> I64;
    /// Procedure omp_get_device_num_teams of omp_lib.
    fn omp_get_device_num_teams_(device: Ptr) -> I32;
    /// Procedure omp_set_device_num_teams of omp_lib.
    fn omp_set_device_num_teams_(teams: Ptr, device: Ptr);
    /// Procedure omp_get_device_teams_thread_limit of omp_lib.
    fn omp_get_device_teams_thread_limit_(device: Ptr) -> I32;
    /// Procedure omp_set_device_teams_thread_limit of omp_lib.
    fn omp_set_device_teams_thread_limit_(limit: Ptr, device: Ptr);
    /// Procedure omp_get_max_progress_width of omp_lib.
    fn omp_get_max_progress_width_(device: Ptr) -> I32;
    /// Procedure omp_get_device_from_uid of omp_lib.
    fn omp_get_device_from_uid_(uid: Ptr, len: I64) -> I32;
}
