;;; What a person does in Emacs with calvin lsp, and what is to be seen then.  -*- lexical-binding: t -*-

;; ARGS is defined in front of this: the settings of docs/editors.md (settings), the file to open (file), and where to write what
;; was seen (out).  It is loaded by a daemon, not in batch mode, where idle timers do not run, by which Eglot tells of changes.

(require 'cl-lib)
(require 'json)

(defun out (result)
  "Write RESULT for the test and end Emacs, as a person would who does not care about servers."
  (write-region (json-encode result) nil (alist-get 'out ARGS))
  (kill-emacs))

(defun wait (what condition)
  "Return what CONDITION returns, once that is not nil; WHAT says what it stands for."
  (let ((end (+ (float-time) 30)) found)
    (while (not (setq found (funcall condition)))
      (when (> (float-time) end)
        (error "Waited in vain for %s; shown is %S" what (diagnostics)))
      (accept-process-output nil 0.02))
    found))

(defun diagnostics ()
  "What Flymake shows in this buffer, by line."
  (sort (mapcar (lambda (d)
                  (save-excursion
                    (goto-char (flymake-diagnostic-beg d))
                    `((line . ,(line-number-at-pos)) (column . ,(1+ (- (point) (line-beginning-position)))) (text . ,(flymake-diagnostic-text d)))))
                (flymake-diagnostics))
        (lambda (a b) (< (alist-get 'line a) (alist-get 'line b)))))

(defun stage ()
  "The text of the buffer and what is shown of it."
  `((text . ,(buffer-substring-no-properties (point-min) (point-max))) (shown . ,(vconcat (diagnostics)))))

(defun go-to (text)
  "Go to the end of the first TEXT in the buffer."
  (goto-char (point-min))
  (search-forward text))

(defun replace (old new)
  "Type NEW in place of the first OLD."
  (go-to old)
  (delete-region (match-beginning 0) (match-end 0))
  (insert new))

(defun line-here ()
  "The line of point."
  (buffer-substring-no-properties (line-beginning-position) (line-end-position)))

(defun visible ()
  "What is to be seen of this buffer: the signs of Markdown are hidden where there is a mode for it."
  (concat (cl-loop for at from (point-min) below (point-max)
                   unless (invisible-p at) collect (char-after at))))

(defun shows (&rest places)
  "Wait until the diagnostics are those at PLACES, a line and a code each."
  (let ((want (cl-loop for (line code) on places by #'cddr collect (cons line code))))
    (wait (format "%S" want)
          (lambda ()
            (equal want (cl-loop for d in (diagnostics)
                                 collect (let ((text (alist-get 'text d)))
                                           (cons (alist-get 'line d)
                                                 (and (string-match "CV[0-9]+" text) (match-string 0 text)))))))))
  (stage))

(defun act (title)
  "Choose the code action at point whose title begins with TITLE."
  (cl-letf (((symbol-function 'completing-read)
             (lambda (_prompt items &rest _)
               (or (cl-find-if (lambda (item) (string-prefix-p title item)) (mapcar #'car items))
                   (error "No code action %s among %S" title (mapcar #'car items))))))
    (setq last-nonmenu-event t)
    (call-interactively #'eglot-code-actions)))

(defun complete (want)
  "Complete what is in front of point until that is WANT.
An attempt is given up as soon as there is input, which here is never a person's."
  (wait want (lambda ()
               (discard-input)
               (completion-at-point)
               (accept-process-output nil 0.1)
               (looking-back (regexp-quote want) (line-beginning-position)))))

(defun hover ()
  "Ask what is known of the name at point, and return what is shown."
  (wait "a hover" (lambda ()
                    (call-interactively #'eldoc)
                    (sleep-for 0.5) ; an answer that is due is given up for another question
                    (and (buffer-live-p eldoc--doc-buffer)
                         (with-current-buffer eldoc--doc-buffer
                           (let ((text (visible)))
                             (and (string-match-p "calvin:" text) text)))))))

(defun drive ()
  "Do all of it, and return what was seen."
  (let (seen)
    (cl-flet ((see (what value) (push (cons what value) seen)))
      (find-file (alist-get 'file ARGS))
      (call-interactively #'eglot)
      (see 'version (format "Emacs %s, %s" emacs-version
                            (or (cl-find-if (lambda (d) (string-prefix-p "eglot-" d))
                                            (mapcar (lambda (p) (package-desc-full-name (cadr p))) package-alist))
                                "its own Eglot")))
      (see 'mode (symbol-name major-mode))
      (see 'opened (shows 25 "CV0101" 42 "CV0101"))

      (replace "\tc.n = 0 // no lock" "\tc.mu.Lock()\n\tc.n = 0\n\tc.mu.Unlock()")
      (see 'mended (shows 44 "CV0101"))
      (replace "\tc.n++" "\tc.n += 2")
      (see 'broken (shows 22 "CV0305" 44 "CV0101"))
      (see 'unsaved (if (buffer-modified-p) t :json-false))

      (go-to "c.n += 2\n\tc.mu.Unlock()\n")
      (act "Explain ")
      (see 'explained (wait "the page of a code"
                            (lambda () (with-current-buffer "*Messages*"
                                         (save-excursion
                                           (goto-char (point-min))
                                           (and (re-search-forward "# \\(CV[0-9]+: .*\\)" nil t) (match-string-no-properties 1)))))))
      (replace "\tc.n += 2" "\tc.n++")
      (shows 44 "CV0101")

      (go-to "plain int")
      (backward-word)
      (wait "the inferred annotation"
            (lambda () (ignore-errors (act "Add guarded_by mu (2 of 2") t)))
      (see 'annotated (shows))
      (let ((inhibit-message t)) (save-buffer))

      (eglot-reconnect (eglot-current-server) t)
      (go-to "\tc.n++")
      (backward-word)
      (see 'hover (hover))
      (let ((xref-prompt-for-identifier nil))
        (call-interactively #'xref-find-definitions))
      (see 'definition (line-here))
      (see 'symbols (format "%S" (imenu--make-index-alist)))

      (go-to "\tother int")
      (beginning-of-line)
      (insert "\t//calvin:guar\n")
      (backward-char)
      (complete "//calvin:guarded_by ")
      (insert "m")
      (complete "//calvin:guarded_by mu")
      (see 'completed (line-here))
      seen)))

;; By an idle timer, since Eglot counts on being idle.
(run-with-idle-timer
 0.1 nil
 (lambda ()
   (condition-case e
       (progn
         (package-activate-all)
         (load (alist-get 'settings ARGS) nil t t)
         (out (drive)))
     (error (out `((failed . ,(format "%s" (error-message-string e)))))))))
