//! Coarrays of several images (`-fcoarray=mpi`).
//!
//! An `image` is an index in the initial team ([`frt_image_of`](const@frt_image_of) gives it). An object of another image
//! is given by the address that the same object has here (`remote` 0), or by its address there (`remote` 1). A team is
//! the current one (`how` 0), that of the value `team` (1) or the sibling with the number `team` (2).

family! { ($) images_rows IMAGES
    /// The beginning of a main program: finds out whether there are other images, and connects with them.
    fn frt_images_start();
    /// Of a team: the number of its images (`what` 0) or the index of this image (1).
    fn frt_image_number(what: I32, team: I64, how: I32) -> I64;
    /// The image with the index `index` in a team; stops the program where there is none.
    fn frt_image_of(index: I64, team: I64, how: I32) -> I64;
    /// Copies `bytes` of an object of an image to `dest`.
    fn frt_image_get(dest: Ptr, addr: Ptr, bytes: I64, image: I64, remote: I32);
    /// Copies the elements of an array of an image to contiguous memory.
    fn frt_image_get_array(dest: Ptr, desc: Ptr, image: I64, remote: I32);
    /// Copies `bytes` to an object of an image. Strings (`chr` is the kind, 0: no string) of `source_bytes` are cut or
    /// padded.
    fn frt_image_put(addr: Ptr, bytes: I64, image: I64, remote: I32, source: Ptr, source_bytes: I64, chr: I32);
    /// Copies contiguous elements of `source_bytes` each, or one for all (`spread` 1), to an array of an image.
    fn frt_image_put_array(desc: Ptr, image: I64, remote: I32, source: Ptr, source_bytes: I64, chr: I32, spread: I32);
    /// Copies the descriptor at `addr` of an image.
    fn frt_image_box(copy: Ptr, addr: Ptr, bytes: I64, image: I64, remote: I32);
    /// A coarray was allocated with a descriptor, by all images of the current team. Frees it where it is freed.
    fn frt_image_allocated(desc: Ptr);
    /// SYNC ALL (`team` 0), SYNC TEAM, or SYNC MEMORY (`how` 3). Result: the status; with `fatal` 1 the program ends
    /// where it is not 0.
    fn frt_image_sync(team: I64, how: I32, fatal: I32) -> I32;
    /// SYNC IMAGES with `count` indices.
    fn frt_image_sync_set(set: Ptr, count: I64, fatal: I32) -> I32;
    /// What atomic subroutines, LOCK, UNLOCK and the statements about events do with an integer of `bytes` of an image
    /// (`op`: `abi/src/codes.rs`). Result: what was there before, or the status.
    fn frt_image_word(addr: Ptr, bytes: I32, image: I64, remote: I32, op: I32, a: I64, b: I64) -> I64;
    /// FORM TEAM; `index` 0: any. The team's value goes to `team`. Result: the status.
    fn frt_image_team_form(number: I64, index: I64, team: Ptr, fatal: I32) -> I32;
    /// CHANGE TEAM. Result: the status.
    fn frt_image_team_change(team: I64, fatal: I32) -> I32;
    /// Bytes of every image of the current team, in the order of their indices.
    fn frt_image_gather(dest: Ptr, source: Ptr, bytes: I64);
    /// CO_BROADCAST of an array, or of a scalar with a descriptor of rank 0.
    fn frt_image_broadcast(desc: Ptr, index: I64);
    /// The beginning (`enter` 1) and the end of the CRITICAL construct of that number.
    fn frt_image_critical(construct: I64, enter: I32);
    /// FAIL IMAGE
    fn frt_image_fail();
    /// IMAGE_STATUS
    fn frt_image_status(index: I64, team: I64, how: I32) -> I32;
    /// How many images of a team have a status; `dest` (or null) gets their indices, of 8 bytes each.
    fn frt_image_list(dest: Ptr, status: I32, team: I64, how: I32) -> I64;
    /// Status of what was done last with an image: whether it has failed.
    fn frt_image_failed(image: I64) -> I32;
    /// The message of a status.
    fn frt_image_message(status: I32, msg: Ptr, len: I64);
}
