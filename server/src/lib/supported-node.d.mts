export function nodeFault(version?: string): string | undefined
export function requireSupportedNode(): void
