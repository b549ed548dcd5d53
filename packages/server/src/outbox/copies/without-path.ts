import path from 'node:path'

/**
 * Returns a sentence about a credential without the names in a copy's path, as a service repeats them: they are those of
 * clients, matters and cases, and no wall or role hides a credential from everyone whom it hides these from.
 */
export function withoutPath(sentence: string, copyPath: string): string {
  const names = copyPath.split('/').flatMap((name) => [name, path.posix.parse(name).name])
  const forms = [copyPath, ...names].flatMap((name) => [name, encodeURI(name), encodeURIComponent(name)])
  return forms
    .filter((form) => form.length >= shortestName)
    .toSorted((a, b) => b.length - a.length)
    .reduce((text, form) => text.replaceAll(form, '…'), sentence)
}

/** One character names nothing, and is in every word. */
const shortestName = 2
