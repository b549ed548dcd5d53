/** Returns a PDF of these objects, numbered from 1. The first is its catalog. */
export function pdfOf(objects: readonly (string | Buffer)[]): Buffer {
  const places: number[] = []
  let file = Buffer.from('%PDF-1.7\n')
  for (const [at, object] of objects.entries()) {
    places.push(file.length)
    file = Buffer.concat([file, Buffer.from(`${at + 1} 0 obj\n`), Buffer.from(object), Buffer.from('\nendobj\n')])
  }
  const rows = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('')
  const end = `trailer\n<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${file.length}\n%%EOF`
  return Buffer.concat([file, Buffer.from(`xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}${end}`)])
}
