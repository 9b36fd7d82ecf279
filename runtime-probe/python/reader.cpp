// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The module tensor_probe._reader: what Python code a thread is in, for the
// probe's stacks.
//
// It is asked in the middle of an operator of libtorch, which has let go of
// the interpreter's lock. So it must not take the lock, allocate, or count a
// reference. What it looks at belongs to the calling thread, whose frames
// nobody else changes: they keep their code objects alive, and those never
// change. The layout of a frame is CPython's own and changes from one minor
// version to the next; pycore_frame.h of CPython 3.11 has it.

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#if PY_VERSION_HEX >> 16 != 0x030b
#error "frames are known of CPython 3.11 only"
#endif

#define Py_BUILD_CORE 1
#include <internal/pycore_frame.h>
#undef Py_BUILD_CORE

#include "core/Rows.h"

#include <dlfcn.h>

#include <cstring>

namespace tensor_probe {

namespace {
/// Folders whose code is a library's, but for what lies in site-packages and
/// the like below them. Set once, before the reader is given away.
struct Folder {
  char path[1024];
  std::size_t length;
};
constexpr Py_ssize_t kMaxFolders = 16;
Folder folders[kMaxFolders];
Py_ssize_t folder_count = 0;

_PyInterpreterFrame *innermost_frame() {
  const PyThreadState *thread = PyGILState_GetThisThreadState();
  return thread == nullptr || thread->cframe == nullptr
             ? nullptr
             : thread->cframe->current_frame;
}

PythonPlace place_of(_PyInterpreterFrame &frame) {
  const PyCodeObject *code = frame.f_code;
  return {code, code->co_qualname,
          static_cast<std::uint32_t>(code->co_firstlineno),
          _PyInterpreterFrame_LASTI(&frame)};
}

std::uint32_t read(PythonPlace *places, std::uint32_t most) {
  std::uint32_t count = 0;
  for (_PyInterpreterFrame *frame = innermost_frame();
       frame != nullptr && count < most; frame = frame->previous)
    if (!_PyFrame_IsIncomplete(frame))
      places[count++] = place_of(*frame);
  return count;
}

/// Appends a character as UTF-8; false if there is no room.
bool append(char *text, std::size_t size, std::size_t &used, Py_UCS4 c) {
  char bytes[4];
  std::size_t count = 1;
  if (c < 0x80) {
    bytes[0] = static_cast<char>(c);
  } else {
    count = c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
    for (std::size_t i = count - 1; i > 0; --i, c >>= 6)
      bytes[i] = static_cast<char>(0x80 | (c & 0x3f));
    bytes[0] = static_cast<char>((0xf00 >> count & 0xff) | c);
  }
  if (used + count >= size)
    return false;
  std::memcpy(text + used, bytes, count);
  used += count;
  return true;
}

/// Not PyUnicode_AsUTF8, which allocates.
void copy_text(PyObject *object, char *text, std::size_t size) {
  std::size_t used = 0;
  if (object != nullptr && PyUnicode_Check(object) &&
      PyUnicode_IS_READY(object)) {
    const int kind = PyUnicode_KIND(object);
    const void *data = PyUnicode_DATA(object);
    const Py_ssize_t length = PyUnicode_GET_LENGTH(object);
    for (Py_ssize_t i = 0; i < length; ++i)
      if (!append(text, size, used, PyUnicode_READ(kind, data, i)))
        break;
  }
  text[used] = '\0';
}

bool is_library(const char *file) {
  if (file[0] == '<' && std::strncmp(file, "<frozen ", 8) == 0)
    return true;
  for (Py_ssize_t i = 0; i < folder_count; ++i)
    if (std::strncmp(file, folders[i].path, folders[i].length) == 0 &&
        file[folders[i].length] == '/' &&
        std::strstr(file + folders[i].length, "-packages/") == nullptr)
      return true;
  return false;
}

void describe(const PythonPlace *place, PythonText *text) {
  auto *code = static_cast<PyCodeObject *>(const_cast<void *>(place->code));
  copy_text(code->co_filename, text->file, sizeof(text->file));
  copy_text(code->co_qualname, text->function, sizeof(text->function));
  const int line = PyCode_Addr2Line(
      code, place->instruction * static_cast<int>(sizeof(_Py_CODEUNIT)));
  text->line = line > 0 ? static_cast<std::uint32_t>(line) : 0;
  text->flags = is_library(text->file) ? kPythonLibrary : 0;
}

PythonReader reader = {read, describe};

bool keep_folder(PyObject *path) {
  const char *text = PyUnicode_AsUTF8(path);
  if (text == nullptr)
    return false;
  Folder &folder = folders[folder_count];
  folder.length = std::strlen(text);
  if (folder.length >= sizeof(folder.path))
    return true; // no code is found there: it counts as the program's
  std::memcpy(folder.path, text, folder.length + 1);
  ++folder_count;
  return true;
}

/// install(library, folders): from now on the probe in `library` asks for
/// Python frames.
PyObject *install(PyObject *, PyObject *arguments) {
  const char *library = nullptr;
  PyObject *list = nullptr;
  if (!PyArg_ParseTuple(arguments, "sO!", &library, &PyList_Type, &list))
    return nullptr;
  for (Py_ssize_t i = 0; i < PyList_GET_SIZE(list); ++i)
    if (folder_count < kMaxFolders && !keep_folder(PyList_GET_ITEM(list, i)))
      return nullptr;
  void *probe = dlopen(library, RTLD_NOW | RTLD_NOLOAD);
  void *set =
      probe == nullptr ? nullptr : dlsym(probe, "tensor_probe_set_python");
  if (set == nullptr) {
    PyErr_Format(PyExc_OSError, "%s is not loaded, or is another version",
                 library);
    return nullptr;
  }
  reinterpret_cast<void (*)(PythonReader *)>(set)(&reader);
  Py_RETURN_NONE;
}

PyMethodDef methods[] = {{"install", install, METH_VARARGS, nullptr},
                         {nullptr, nullptr, 0, nullptr}};
PyModuleDef module = {PyModuleDef_HEAD_INIT,
                      "tensor_probe._reader",
                      nullptr,
                      -1,
                      methods,
                      nullptr,
                      nullptr,
                      nullptr,
                      nullptr};
} // namespace
} // namespace tensor_probe

PyMODINIT_FUNC PyInit__reader() {
  return PyModule_Create(&tensor_probe::module);
}
