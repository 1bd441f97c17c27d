; The program makes itself known for bidyaloy:// links at its first start; an update must not undo that.
!macro customUnInstall
  ${ifNot} ${isUpdated}
    DeleteRegKey HKCU "Software\Classes\bidyaloy"
  ${endIf}
!macroend
