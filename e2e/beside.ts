/**
 * Marks tests that CI runs next to `npm test` (`npm run test:beside`): each page in another appearance or for another
 * role, hostile input, and faults that take minutes. A file that consists of these starts with `@module-tag beside`.
 */
export const besideTheRest = { tags: ['beside'] }
