/**
 * How many calls to the file system a process makes at a time; the rest waits for these. Node has four threads for them,
 * which four calls to a network share that hangs would keep from everything: documents, names of servers, passwords.
 */
export const poolThreads = 16

// Node reads it when the first of them is needed, so the program imports this before anything else.
process.env.UV_THREADPOOL_SIZE ??= String(poolThreads)
