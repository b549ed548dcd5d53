import * as z from 'zod/mini'

/** What the fake demands of each request, as Box's own description does: anything else is refused with 400. */
export const forms = {
  folder: z.strictObject({ name: nameForm(), parent: z.strictObject({ id: z.string() }) }),
  preflight: z.strictObject({
    name: nameForm(),
    parent: z.strictObject({ id: z.string() }),
    size: z.optional(z.number()),
  }),
  session: z.strictObject({ folder_id: z.string(), file_name: nameForm(), file_size: z.number().check(z.minimum(1)) }),
  commit: z.strictObject({ parts: z.array(z.object({ part_id: z.string(), offset: z.number(), size: z.number() })) }),
}

/** Box trims nothing: such names are refused. */
function nameForm() {
  return z.string().check(z.minLength(1), z.maxLength(255), z.regex(/^(?!\s)(?!\.{1,2}$)[^/\\]+(?<!\s)$/))
}
