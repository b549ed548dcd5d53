/// <reference types="vite/client" />

declare module 'virtual:changelog/*' {
  const text: string
  export default text
  export const hasOlder: boolean
}
